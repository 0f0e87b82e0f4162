import { requestOf } from '#app/chat/store/chat-request.ts'
import { pathOf } from '#app/chat/store/message-tree.ts'
import { workspace } from '#app/chat/store/open-workspace.ts'
import type { ConversationState } from '#app/chat/store/conversation.ts'
import { addExperiment } from '#app/data/experiments/experiments-db.ts'
import { newId, roleOf } from '#app/data/message.ts'
import { sentTools } from '#app/data/tools.ts'
import { parseJson } from '#contract/json.ts'
import { readDefinition } from '#experiments/definition.ts'

/** Makes an experiment of the open conversation: a variant for each pane, and the last question as prompt. Returns its id. */
export async function experimentFromConversation(): Promise<string> {
  const { panes, draft, title } = workspace.getState()
  const parts = panes.flatMap(({ store }) => {
    const state = store.getState()
    return state.modelId === null ? [] : [partsOf(state, state.modelId, state.draft || draft)]
  })
  const [first] = parts
  const prompt = first?.prompt ?? { messages: [{ role: 'user', content: draft }] }
  const common = JSON.stringify(prompt)
  const definition = readDefinition({
    parleyExperiment: 1,
    name: title ?? '',
    prompt,
    variants:
      parts.length === 0
        ? [{ id: newId() }]
        : parts.map(({ variant, prompt: own }) => ({
            ...variant,
            ...(JSON.stringify(own) !== common && { prompt: own }),
          })),
    cases: [{ id: newId() }],
  })
  if ('problem' in definition) throw new TypeError(definition.problem)
  return addExperiment(definition)
}

/** What a pane becomes. What was said after the last question is left out, as it is what the models will say. */
function partsOf(state: ConversationState, modelId: string, draft: string) {
  const path = pathOf(state)
  const asked = draft.trim() === '' ? path.slice(0, path.findLastIndex((each) => roleOf(each) === 'user') + 1) : path
  const body = requestOf(state, modelId, asked)
  const {
    model,
    messages,
    tools: _tools,
    tool_choice: choice,
    parallel_tool_calls: parallel,
    response_format: format,
    ...parameters
  } = body
  return {
    variant: { id: newId(), connection: state.connectionId, model, parameters },
    prompt: {
      messages: draft.trim() === '' ? messages : [...messages, { role: 'user', content: draft }],
      tools: sentTools(state.tools).map(({ name, description, parameters: schema, kind, mockResult }) => ({
        name,
        description,
        ...(schema.trim() !== '' && { parameters: parseJson(schema) }),
        ...(kind === 'mock' && { mock: mockResult }),
      })),
      ...((choice !== undefined || parallel !== undefined) && {
        toolFields: {
          ...(choice !== undefined && { tool_choice: choice }),
          ...(parallel !== undefined && { parallel_tool_calls: parallel }),
        },
      }),
      ...(format !== undefined && { responseFormat: format }),
    },
  }
}
