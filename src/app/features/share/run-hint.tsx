import { Fragment } from 'react'
import type { CodeLanguage } from '#app/data/code/code-languages.ts'
import { InlineCode } from '#app/ui/inline-code.tsx'

/** How the code is run: what it is saved as, and what is typed then. */
export function RunHint({ language: { file, commands, typescript } }: { language: CodeLanguage }) {
  if (file === null) return 'Paste it into a shell, such as bash or zsh.'
  return (
    <>
      Save it as <InlineCode>{file}</InlineCode>, then{' '}
      {commands.map((command, place) => (
        <Fragment key={command}>
          {place > 0 && ' and '}
          <InlineCode>{command}</InlineCode>
        </Fragment>
      ))}
      .
      {typescript && (
        <>
          {' '}
          As TypeScript: <InlineCode>{typescript.file}</InlineCode>, then <InlineCode>{typescript.command}</InlineCode>.
        </>
      )}
    </>
  )
}
