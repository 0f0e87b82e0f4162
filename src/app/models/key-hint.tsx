import { keyVariable } from '#app/data/codegen/literal.ts'
import { isStaticCopy } from '#app/data/calls/page-host.ts'
import { InlineCode } from '#app/ui/field.tsx'

interface KeyHintProps {
  /** The name of another connection; null for the service that served this page. */
  service: string | null
}

/** How to set the environment variable from which the code reads its key. */
export function KeyHint({ service }: KeyHintProps) {
  if (service !== null) {
    return (
      <>
        It reads the key of <bdi>{service}</bdi> from the environment: type{' '}
        <InlineCode>{`export ${keyVariable}=…`}</InlineCode> with that key first.
      </>
    )
  }
  if (isStaticCopy) {
    return 'This copy of Parley answers within the page, where no code can reach it: put the base URL of a service in.'
  }
  return (
    <>
      It reads your key from the environment: type <InlineCode>{`export ${keyVariable}=parley_…`}</InlineCode> first.
      The key is the part after <InlineCode>#key=</InlineCode> in the link that Parley printed, or one that lasts, made
      by <InlineCode>npm run keys -- add NAME</InlineCode> where Parley runs.
    </>
  )
}
