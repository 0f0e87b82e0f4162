import type { LocalMessage, LocalRequest } from '#service/engines/gguf/local-request.ts'
import { parseJson } from '#contract/json.ts'
import type { LlamaLibrary, LlamaModel, Token } from './llama-library.ts'

/** The template of a model that has none. */
const plainTemplate = `{% for message in messages %}<|im_start|>{{ message.role }}
{{ message.content }}<|im_end|>
{% endfor %}<|im_start|>assistant
`

/** A chat template that refuses the messages. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
}

/** Returns a function that turns a request into a prompt. Throws a `TemplateError` if the template is not valid. */
export function createPromptWriter(
  { Template }: Pick<LlamaLibrary, 'Template'>,
  { tokens, fileInfo }: LlamaModel,
): (request: Pick<LocalRequest, 'messages' | 'tools' | 'chat_template_kwargs'>) => string {
  const source = fileInfo.metadata.tokenizer?.chat_template ?? plainTemplate
  const template = attempt(() => new Template(source))
  const common = {
    bos_token: tokens.bosString ?? '',
    eos_token: tokens.eosString ?? '',
    add_generation_prompt: true,
  }
  return ({ messages, tools, chat_template_kwargs: others }) => {
    const render = (written: readonly LocalMessage[]) =>
      attempt(() =>
        template.render({ ...others, ...common, messages: written.map(templateMessage), ...(tools && { tools }) }),
      )
    try {
      return render(messages)
    } catch (reason) {
      const merged = mergeSystem(messages)
      if (!merged) throw reason
      return render(merged)
    }
  }
}

/** Templates write the arguments of tool calls as JSON themselves. */
function templateMessage({ tool_calls: calls, ...message }: LocalMessage) {
  return {
    ...message,
    ...(calls && {
      tool_calls: calls.map(({ id, function: { name, arguments: json } }) => ({
        id,
        type: 'function',
        function: { name, arguments: parseJson(json) ?? json },
      })),
    }),
  }
}

/** Some templates refuse system messages; their makers put the instructions before the first question. */
function mergeSystem(messages: readonly LocalMessage[]): LocalMessage[] | undefined {
  const [system, user, ...others] = messages
  if (system?.role !== 'system' || user?.role !== 'user') return undefined
  return [{ ...user, content: `${system.content}\n\n${user.content}` }, ...others]
}

function attempt<Result>(act: () => Result): Result {
  try {
    return act()
  } catch (reason) {
    throw new TemplateError(reason instanceof Error ? reason.message : String(reason), { cause: reason })
  }
}

/** The tokens of a prompt, with the token for the beginning that the model expects and the template may have left out. */
export function tokensOfPrompt(model: LlamaModel, prompt: string): Token[] {
  const tokens = model.tokenize(prompt, true)
  const { bos, shouldPrependBosToken } = model.tokens
  return shouldPrependBosToken && bos !== null && tokens[0] !== bos ? [bos, ...tokens] : tokens
}
