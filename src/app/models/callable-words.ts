import type { Model } from '#contract/model.ts'
import { typeName } from './model-words.ts'

/** The variables of the environment that make an author's own service an engine of Parley. */
export const makerVariables: Readonly<Record<string, string>> = {
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  mistralai: 'MISTRAL_API_KEY',
  deepseek: 'DEEPSEEK_API_KEY',
  'x-ai': 'XAI_API_KEY',
  google: 'GEMINI_API_KEY',
}

/** The variable of the provider that passes on most authors' models. */
export const brokerVariable = 'OPENROUTER_API_KEY'

/** Authors that give no weights away, so that no engine at home can have their models. */
const closedAuthors = new Set<string>(['anthropic', 'x-ai', 'parley'])

/** Why a model cannot be called now, and what would make it so; undefined where it can. */
export function whyNotCallable(
  model: Pick<Model, 'status' | 'model_type' | 'author'>,
): { what: string; next: string } | undefined {
  if (model.model_type !== 'text_generation') {
    return {
      what: `${typeName(model.model_type)}: this service answers chats only.`,
      next: 'The model is listed for its facts and prices; call it at its maker’s own service.',
    }
  }
  switch (model.status) {
    case 'active':
      return undefined
    case 'pending':
      return { what: 'Not ready: its engine is still getting it ready.', next: 'Wait a minute, then refresh.' }
    case 'inactive':
      return { what: 'Inactive: no engine here serves it now.', next: waysToServe(model.author) }
    case 'deleted':
      return { what: 'Deleted: it cannot be called any more.', next: 'Choose another model.' }
  }
}

function waysToServe(author: string): string {
  const maker = makerVariables[author]
  const keys = maker === undefined ? brokerVariable : `${maker} or ${brokerVariable}`
  const byKey = author === 'community' ? '' : `Set ${keys}, then restart Parley. `
  const byEngine = closedAuthors.has(author)
    ? ''
    : 'Where its weights are open, run it in Ollama, llama.cpp, LM Studio or vLLM on this computer: Parley finds it by itself. '
  return `${byKey}${byEngine}If its engine is in your configuration already, see whether that engine is up.`
}
