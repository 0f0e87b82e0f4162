import { expect, it } from 'vitest'
import { whyNotCallable, type Callable } from './callable.tsx'

const gpt: Callable = {
  model_type: 'text_generation',
  author: 'openai',
  status: 'inactive',
  open_weights: false,
  served_by: ['OpenAI', 'OpenRouter', 'Azure'],
}
const llama: Callable = {
  ...gpt,
  author: 'meta-llama',
  open_weights: true,
  served_by: ['OpenRouter', 'Groq', 'Amazon Bedrock'],
}
const onServer = (model: Callable) => whyNotCallable(model, false)?.next ?? ''
const inStaticCopy = (model: Callable) => whyNotCallable(model, true)?.next ?? ''

it('has no reason for a callable model', () => {
  expect(whyNotCallable({ ...gpt, status: 'active' }, false)).toBeUndefined()
})

it('names the keys that would make a model callable', () => {
  expect(whyNotCallable(gpt, false)?.what).toBe('Not connected. No provider here serves this model.')
  expect(onServer(gpt)).toContain(
    'Connect it with your own key, or set OPENAI_API_KEY or OPENROUTER_API_KEY and restart Parley.',
  )
  expect(onServer(llama)).toContain('set OPENROUTER_API_KEY or GROQ_API_KEY and restart Parley.')
  expect(onServer({ ...gpt, author: 'community', served_by: [] })).not.toContain('API_KEY')
})

it('suggests local engines only for open weights, and names the hosts', () => {
  for (const next of [onServer(llama), inStaticCopy(llama)]) {
    expect(next).toContain('Open weights: run it with Ollama')
    expect(next).toContain('Hosted by OpenRouter, Groq and Amazon Bedrock.')
  }
  for (const closed of [gpt, { ...gpt, open_weights: undefined }]) {
    const { open_weights: isOpen, ...rest } = closed
    const model = isOpen === undefined ? rest : { ...rest, open_weights: isOpen }
    expect(onServer(model) + inStaticCopy(model)).not.toMatch(/Ollama|weights/u)
  }
})

it('never asks to configure a server in a static copy, which has none', () => {
  for (const model of [
    gpt,
    llama,
    { ...gpt, deprecated: true },
    { ...gpt, author: 'community' as const, served_by: [] },
  ]) {
    expect(inStaticCopy(model)).not.toMatch(/restart|API_KEY|configured/iu)
    expect(inStaticCopy(model)).toContain('Connect a provider that serves it.')
  }
})

it('says that a model is deprecated', () => {
  expect(onServer({ ...gpt, deprecated: true })).toMatch(/^Its maker has deprecated it\./u)
})

it('distinguishes not ready, deleted and the wrong type', () => {
  expect(whyNotCallable({ ...gpt, status: 'pending' }, false)?.what).toMatch(/^Not ready/u)
  expect(whyNotCallable({ ...gpt, status: 'deleted' }, false)?.what).toMatch(/^Deleted/u)
  expect(whyNotCallable({ ...gpt, model_type: 'moderation', status: 'active' }, false)?.what).toMatch(/chat models/u)
})
