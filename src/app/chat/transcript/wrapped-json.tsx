import { type ReactNode, memo, useMemo, useState } from 'react'
import { escapeMarks, visibleText } from '#app/data/codegen/literal.ts'
import { prettyJson } from '#app/data/codegen/pretty-json.ts'
import { clipCombiningMarks } from '#app/markdown/clip-marks.ts'
import { formatCount } from '#app/ui/format.ts'
import { parseJson } from '#contract/json.ts'

/** Lines and characters of a line that are rendered at first. A body may hold megabytes, such as an image. */
const initialLines = 1_000
const initialLineLength = 4_000

/** JSON indented by two, and other text unchanged; invisible characters are escaped in both. */
export function readableText(text: string): string {
  if (parseJson(text) !== undefined) return visibleText(text)
  return /^\s*[{[]/u.test(text) ? prettyJson(text) : escapeMarks(text)
}

interface WrappedJsonProps {
  /** The text as it was sent or received; may be no JSON. */
  text: string
  label: string
}

/** JSON with long lines wrapped. Wrapped lines stay indented. */
export const WrappedJson = memo(function WrappedJson({ text, label }: WrappedJsonProps) {
  const lines = useMemo(() => readableText(text).split('\n'), [text])
  const [shown, setShown] = useState(initialLines)
  return (
    <div role="group" aria-label={label} className="font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap">
      {lines.slice(0, shown).map((line, index) => (
        <JsonLine key={index} line={line} />
      ))}
      {shown < lines.length && (
        <MoreButton onClick={() => setShown(shown * 10)}>
          Show more ({formatCount(lines.length - shown)} lines)
        </MoreButton>
      )}
    </div>
  )
})

function JsonLine({ line }: { line: string }) {
  const [limit, setLimit] = useState(initialLineLength)
  const shown = clipCombiningMarks(line.slice(0, limit))
  const [, indent = '', name = '', value = '', comma = ''] =
    /^( *)("[^"\\]*(?:\\[^][^"\\]*)*": )?([^]*?)(,?)$/u.exec(shown) ?? []
  const hanging = Math.min(indent.length, 16) + 2
  return (
    <div style={{ paddingInlineStart: `${hanging}ch`, textIndent: `-${hanging}ch` }}>
      {indent}
      {name !== '' && <span className="text-syntax-keyword">{name}</span>}
      {/* Right-to-left text must not move the punctuation around it. */}
      <bdi className={colourOf(value)}>{value}</bdi>
      {comma}
      {limit < line.length && (
        <MoreButton onClick={() => setLimit(limit * 10)}>
          Show more ({formatCount(line.length - limit)} characters)
        </MoreButton>
      )}
      {/* An empty line would have no height. */}
      {line === '' && <br />}
    </div>
  )
}

function MoreButton(props: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className="ml-1 inline-flex h-6 items-center rounded-sm bg-tint px-1.5 indent-0 font-sans text-xs text-text-muted hover:text-text pointer-coarse:h-10"
      {...props}
    />
  )
}

function colourOf(value: string): string | undefined {
  if (/^(?:-?\d|(?:true|false|null)\b)/u.test(value)) return 'text-syntax-number'
  return value.startsWith('"') ? 'text-syntax-string' : undefined
}
