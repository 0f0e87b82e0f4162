import { type KeyboardEvent, memo, useId, useState } from 'react'
import type { TokenProbability } from '#contract/chat-event.ts'
import { Button } from '#app/ui/button.tsx'

/** Tokens that are shown at once; a button shows more. */
const tokensPerPage = 2_000

interface TokenListProps {
  tokens: readonly TokenProbability[]
  /** Starts a version of the reply with this alternative; undefined if the tokens aren't the text of the reply. */
  onBranch: ((index: number, alternative: string) => void) | undefined
  /** True while another reply is streaming. */
  busy: boolean
  /** Whether the connection is known to continue a prefilled reply. */
  continues: boolean
}

/** Each token tinted by its probability, with its alternatives. One tab stop; the arrow keys move between tokens. */
export const TokenList = memo(function TokenList({ tokens, onBranch, busy, continues }: TokenListProps) {
  const [selected, setSelected] = useState(0)
  const [limit, setLimit] = useState(tokensPerPage)
  const panelId = useId()
  const shown = tokens.slice(0, limit)
  const current = tokens[selected]
  return (
    <div className="grid gap-3">
      <div
        role="group"
        aria-label="Tokens"
        className="max-h-96 overflow-y-auto font-mono text-xs leading-6 wrap-anywhere whitespace-pre-wrap"
      >
        {shown.map((token, index) => (
          <TokenButton
            key={index}
            {...{ token, index, panelId, onSelect: setSelected }}
            isSelected={index === selected}
          />
        ))}
        {tokens.length > limit && (
          <Button size="small" onClick={() => setLimit(limit + tokensPerPage)}>
            Show more tokens
          </Button>
        )}
      </div>
      {current && (
        <div id={panelId} className="grid gap-1 border-t border-line pt-2 text-xs">
          <p className="text-text-muted">
            <code className="font-mono text-text">{visible(current.token)}</code> {percent(current.logprob)}
          </p>
          <ul aria-label="Alternatives" className="flex flex-wrap gap-1.5">
            {current.top
              .filter(([text]) => text !== current.token)
              .map(([text, logprob]) => (
                <li key={text}>
                  <Button
                    size="small"
                    disabled={busy || !onBranch}
                    title="Starts another version of the reply with this token"
                    onClick={() => onBranch?.(selected, text)}
                  >
                    <code className="font-mono">{visible(text)}</code>
                    <span className="text-text-muted tabular-nums">{percent(logprob)}</span>
                  </Button>
                </li>
              ))}
          </ul>
          <p className="text-text-muted">
            {!onBranch
              ? 'These tokens differ from the text, so the reply can’t continue from one of them.'
              : continues
                ? 'Choose an alternative to continue the reply from there.'
                : 'Choose an alternative to continue the reply from there. This provider may not support that.'}
          </p>
        </div>
      )}
    </div>
  )
})

interface TokenButtonProps {
  token: TokenProbability
  index: number
  panelId: string
  isSelected: boolean
  onSelect: (index: number) => void
}

/** Focusing a token selects it. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const { currentTarget } = event
  const all = [...(currentTarget.parentElement?.querySelectorAll<HTMLElement>('[data-token]') ?? [])]
  const at = all.indexOf(currentTarget)
  const targets: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }
  const target = Object.hasOwn(targets, event.key) ? targets[event.key] : undefined
  if (target === undefined) return
  event.preventDefault()
  all[target]?.focus()
}

/** Memoized, so that moving between thousands of tokens renders two of them. */
const TokenButton = memo(function TokenButton({
  token: { token, logprob },
  index,
  panelId,
  isSelected,
  onSelect,
}: TokenButtonProps) {
  return (
    <button
      type="button"
      data-token={token}
      data-logprob={logprob}
      aria-label={`${visible(token)}, ${percent(logprob)}`}
      aria-describedby={isSelected ? panelId : undefined}
      tabIndex={isSelected ? 0 : -1}
      onFocus={() => onSelect(index)}
      onMouseEnter={() => onSelect(index)}
      onKeyDown={moveFocus}
      style={{ backgroundColor: `color-mix(in oklab, var(--color-warning) ${tintOf(logprob)}%, transparent)` }}
      className="inline rounded-sm text-left whitespace-pre-wrap outline-offset-0 hover:underline aria-[describedby]:underline"
    >
      {token.includes('\n') ? token.replaceAll('\n', '\\n\n') : token}
    </button>
  )
})

/** The less likely a token was, the stronger. At most as strong as keeps the text readable. */
function tintOf(logprob: number): number {
  return Math.round((1 - Math.min(1, Math.exp(logprob))) * 35)
}

function percent(logprob: number): string {
  const value = Math.min(1, Math.exp(logprob)) * 100
  return value > 0 && value < 0.1 ? '< 0.1%' : `${value.toFixed(1)}%`
}

/** Whitespace as signs, so that a token that is only a space can be seen. */
function visible(token: string): string {
  if (token === '') return '(empty)'
  return token
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\t', String.raw`\t`)
    .replaceAll(/^ | $/gu, '·')
}
