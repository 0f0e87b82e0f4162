import { describe, expect, it } from 'vitest'
import type { LocalMessage } from '#service/engines/gguf/local-request.ts'
import type { LlamaModel } from './llama-library.ts'
import { TemplateError, createPromptWriter, tokensOfPrompt } from './prompt.ts'

/** Renders to what it was given, and refuses system messages if its source says so. */
class Template {
  readonly #source: string
  constructor(source: string) {
    this.#source = source
    if (source === 'broken') throw new Error('Unexpected end.')
  }
  render(items: Record<string, unknown>): string {
    const text = JSON.stringify(items)
    if (this.#source === 'no system' && text.includes('"system"')) throw new Error('System role not supported.')
    return text
  }
}

function modelWith(
  template: string | undefined,
  bos: { bos: number | null; shouldPrependBosToken: boolean },
): LlamaModel {
  const unused = () => {
    throw new Error('Not used.')
  }
  return {
    tokenizer: {},
    tokens: { ...bos, bosString: '<s>', eosString: '</s>' },
    fileInfo: { metadata: { tokenizer: template === undefined ? {} : { chat_template: template } } },
    tokenize: (text) => [...Buffer.from(text)],
    detokenize: unused,
    isEogToken: unused,
    createContext: unused,
  }
}
const plainModel = modelWith('any', { bos: null, shouldPrependBosToken: false })
const user: LocalMessage = { role: 'user', content: 'Hi' }
const system: LocalMessage = { role: 'system', content: 'Be brief.' }

describe('a prompt', () => {
  it('is written by the template, with the arguments of calls as objects', () => {
    const write = createPromptWriter({ Template }, plainModel)
    const call = (json: string) => ({ id: 'a', function: { name: 'f', arguments: json } })
    const tool_calls = [call('{"a":1}'), call('no json')]
    const messages: LocalMessage[] = [user, { role: 'assistant', content: '', tool_calls }]
    expect(JSON.parse(write({ messages, chat_template_kwargs: { thinks: false } }))).toEqual({
      thinks: false,
      bos_token: '<s>',
      eos_token: '</s>',
      add_generation_prompt: true,
      messages: [
        user,
        {
          role: 'assistant',
          content: '',
          tool_calls: [
            { id: 'a', type: 'function', function: { name: 'f', arguments: { a: 1 } } },
            { id: 'a', type: 'function', function: { name: 'f', arguments: 'no json' } },
          ],
        },
      ],
    })
  })

  it('has the instructions before the question if the template takes no system message', () => {
    const write = createPromptWriter({ Template }, modelWith('no system', { bos: null, shouldPrependBosToken: false }))
    expect(write({ messages: [system, user] })).toContain('"Be brief.\\n\\nHi"')
    expect(() => write({ messages: [user, system] })).toThrow(TemplateError)
    expect(() => write({ messages: [user, system] })).toThrow('System role not supported.')
  })

  it('is refused with a template that can’t be read', () => {
    const model = modelWith('broken', { bos: null, shouldPrependBosToken: false })
    expect(() => createPromptWriter({ Template }, model)).toThrow(TemplateError)
  })

  it('starts with the token for the beginning once, if the model wants it', () => {
    const model = modelWith('any', { bos: 97, shouldPrependBosToken: true })
    expect(tokensOfPrompt(model, 'bc')).toEqual([97, 98, 99])
    expect(tokensOfPrompt(model, 'abc')).toEqual([97, 98, 99])
    expect(tokensOfPrompt(plainModel, 'bc')).toEqual([98, 99])
  })
})
