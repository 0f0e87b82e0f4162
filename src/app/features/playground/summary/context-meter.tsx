import { countCharacters, requestOf } from '#app/chat/store/chat-request.ts'
import type { ConversationState } from '#app/chat/store/conversation.ts'
import { pathOf } from '#app/chat/store/message-tree.ts'
import type { Pane } from '#app/chat/store/workspace.ts'
import type { Reply } from '#app/data/message.ts'
import type { ModelOf } from '#app/features/playground/panes/choose-models.ts'
import { contextOf } from '#app/models/text-models.ts'
import { formatCount, formatSize } from '#app/ui/format.ts'
import { useThrottled } from './use-throttled.ts'

const charactersPerToken = 4
/** Milliseconds between updates: a reply grows faster than anyone can read. */
const intervalMs = 500

/** The tokens of the next request. */
interface TokenCount {
  tokens: number
  /** True if a reply's usage told them, so that they are no estimate. */
  isExact: boolean
}

const isSameCount = (one: TokenCount, other: TokenCount | undefined) =>
  one.tokens === other?.tokens && one.isExact === other.isExact

function nextTokens(state: ConversationState): TokenCount {
  const path = pathOf(state)
  const told = path.findLastIndex((message) => message.kind === 'reply' && message.usage !== null)
  const last = path[told]
  const usage = last?.kind === 'reply' ? last.usage : null
  const draft = state.draft.length
  if (usage === null) {
    const body = requestOf(state, '', path)
    const tools = body['tools'] === undefined ? 0 : JSON.stringify(body['tools']).length
    return { tokens: Math.ceil((countCharacters(body) + tools + draft) / charactersPerToken), isExact: false }
  }
  const added = path.slice(told + 1).reduce((sum, { text }) => sum + text.length, draft)
  const tokens = usage.prompt_tokens + usage.completion_tokens - reasoningTokens(usage)
  return { tokens: Math.ceil(tokens + added / charactersPerToken), isExact: added === 0 }
}

/** Reasoning isn't sent again. */
function reasoningTokens(usage: NonNullable<Reply['usage']>): number {
  const details: unknown = Reflect.get(usage, 'completion_tokens_details')
  const count: unknown = typeof details === 'object' && details !== null ? Reflect.get(details, 'reasoning_tokens') : 0
  return typeof count === 'number' && count > 0 && count <= usage.completion_tokens ? count : 0
}

const modelIdOf = ({ modelId }: ConversationState) => modelId
const connectionIdOf = ({ connectionId }: ConversationState) => connectionId

interface ContextMeterProps {
  panes: readonly Pane[]
  /** The draft of the composer for all panes, which isn't in their stores. */
  draft?: string
  suggested: string | null
  modelOf: ModelOf
}

/** How much of the model's context the next request takes. With several panes, of the model that is closest to full. */
export function ContextMeter({ panes, draft = '', suggested, modelOf }: ContextMeterProps) {
  const counts = useThrottled(panes, nextTokens, intervalMs, isSameCount)
  const modelIds = useThrottled(panes, modelIdOf, intervalMs)
  const connectionIds = useThrottled(panes, connectionIdOf, intervalMs)
  const gauges = counts.flatMap(({ tokens, isExact: isToldByUsage }, index) => {
    const model = modelOf(modelIds[index] ?? suggested ?? '', connectionIds[index] ?? null)
    const context = model && contextOf(model)
    const drafted = Math.ceil(draft.length / charactersPerToken)
    return context === undefined ? [] : [{ used: tokens + drafted, context, isExact: isToldByUsage && drafted === 0 }]
  })
  const [fullest] = gauges.toSorted((one, other) => other.used / other.context - one.used / one.context)
  if (!fullest) return null
  const { used, context, isExact } = fullest
  const share = used / context
  const colour = share >= 1 ? 'bg-danger' : share >= 0.8 ? 'bg-warning' : 'bg-text-muted'
  const words = `${isExact ? '' : '≈ '}${formatSize(used)} of ${formatSize(context)}`
  return (
    <span
      className="flex items-center gap-2 px-1 text-xs whitespace-nowrap text-text-muted tabular-nums"
      title={`The next request takes ${isExact ? '' : 'about '}${formatCount(used)} of ${formatCount(context)} tokens.`}
    >
      <span
        role="meter"
        aria-label="Context"
        aria-valuemin={0}
        aria-valuenow={Math.min(used, context)}
        aria-valuemax={context}
        aria-valuetext={`${words} tokens`}
        data-level={share >= 1 ? 'full' : share >= 0.8 ? 'high' : 'normal'}
        className="h-1 w-12 overflow-hidden rounded-full bg-line-strong"
      >
        <span className={`block h-full rounded-full ${colour}`} style={{ width: `${Math.min(1, share) * 100}%` }} />
      </span>
      {/* Next to switches, a phone has room for the bar only. */}
      <span
        aria-hidden
        className={`max-[22.5rem]:hidden max-md:group-has-[[role=switch]]/composer:hidden ${share >= 1 ? 'text-danger' : share >= 0.8 ? 'text-warning' : ''}`}
      >
        {words}
      </span>
    </span>
  )
}
