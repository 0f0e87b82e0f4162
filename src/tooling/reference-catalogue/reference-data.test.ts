import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { authors, capability, model } from '#contract/model.ts'
import { modelTypes, priceMetrics } from '#contract/model-types.ts'
import { rateOf } from '#contract/rate-of.ts'
import { publishModel } from '#service/catalogue/publish-model.ts'
import { writeReference } from '#tooling/catalogue-refresh.ts'
import { referenceCatalogue } from '#service/catalogue/reference/reference-catalogue.ts'
import type { ReferenceData } from '#service/catalogue/reference/reference-entry.ts'

// Checks the committed file, which may have been edited by hand.

const text = readFileSync('src/service/catalogue/reference/reference-data.json', 'utf8')
const data = JSON.parse(text) as ReferenceData
const ids = data.models.map(({ id }) => id)
const bareName = (id: string) => id.slice(id.indexOf('/') + 1)

describe('the committed reference', () => {
  test('has the script’s format, one model per line, and is small', () => {
    expect(writeReference(data)).toBe(text)
    expect(text.length).toBeLessThan(250_000)
  })

  test('has several hundred models of all five types', () => {
    expect(ids.length).toBeGreaterThan(300)
    const count = (type: string) => data.models.filter((entry) => entry.type === type).length
    expect(Math.min(...modelTypes.map(count))).toBeGreaterThanOrEqual(10)
  })

  test('has unique, sorted ids in the form author/name', () => {
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.toSorted()).toEqual(ids)
    const form = new RegExp(`^(?:${authors.filter((author) => author !== 'parley').join('|')})/[a-z0-9][a-z0-9._-]*$`)
    expect(ids.filter((id) => !form.test(id))).toEqual([])
  })

  test('finds each model by its name and by every alias', () => {
    const lost = data.models.flatMap(({ id, aliases = [] }) =>
      [id, bareName(id), ...aliases].filter(
        (name) => referenceCatalogue.find(name)?.id !== id || name !== name.toLowerCase(),
      ),
    )
    expect(lost).toEqual([])
  })

  test('has no embeddings, fine-tunes, regional copies, tests or moving aliases', () => {
    const absurd = /embed|rerank|ft:|^[^/]+\/(?:us|eu|au|jp|global)\.|\btest\b|sample|~|:|realtime|-(?:fp8|free|tee)$/
    expect(ids.filter((id) => absurd.test(id))).toEqual([])
  })

  test('lists the repository, licence and date of its sources', () => {
    expect(data.sources.map(({ name, licence }) => [name, licence])).toEqual([
      ['crmne/ruby_llm', 'MIT'],
      ['anomalyco/models.dev', 'MIT'],
      ['BerriAI/litellm', 'MIT'],
    ])
    for (const { date } of data.sources) expect(date).toMatch(/^20\d\d-\d\d-\d\d$/)
  })

  test('has valid dates from 2020 to the date of the sources', () => {
    const last =
      data.sources
        .map(({ date }) => date)
        .toSorted()
        .at(-1) ?? ''
    const isDay = (day: string) => /^20[2-9]\d-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) && day <= last
    expect(data.models.filter(({ released }) => released !== undefined && !isDay(released))).toEqual([])
    expect(data.models.filter(({ released }) => released === undefined).length).toBeLessThan(data.models.length * 0.22)
  })

  test('has valid context lengths, and no longer replies', () => {
    const isCount = (count: number | undefined) => count === undefined || (Number.isSafeInteger(count) && count >= 1)
    const unsound = data.models.filter(
      ({ context, max_output: most }) =>
        !isCount(context) || !isCount(most) || (context !== undefined && most !== undefined && most > context),
    )
    expect(unsound).toEqual([])
  })

  test('has display names for all models and makers', () => {
    expect(
      data.models.filter(({ id, name }) => name === bareName(id) && !/^o\d/.test(name)).map(({ id }) => id),
    ).toEqual([])
    const owners = data.models.map(({ id, owner }) => owner ?? id.slice(0, id.indexOf('/')))
    expect(owners.filter((owner) => data.makers[owner] === undefined)).toEqual([])
    expect(data.models.flatMap(({ served_by: keys = [] }) => keys).filter((key) => !data.providers[key])).toEqual([])
  })

  test('sorts price tiers by threshold', () => {
    const tiered = data.models.filter(({ tiers = [] }) => tiers.length > 0)
    expect(tiered.length).toBeGreaterThanOrEqual(20)
    for (const { id, rates = {}, tiers = [] } of tiered) {
      const steps = tiers.map(({ above }) => above)
      expect([id, ...steps.toSorted((one, other) => one - other)]).toEqual([id, ...steps])
      const strange = tiers.flatMap((tier) => Object.keys(tier)).filter((name) => name !== 'above' && !(name in rates))
      expect([id, ...strange]).toEqual([id])
    }
  })

  test('has valid rates and their source', () => {
    const isSum = (rate: number) => Number.isFinite(rate) && rate >= 0 && rate === Number(rate.toFixed(6))
    const unsound = data.models.filter(
      ({ rates = {}, rates_source }) =>
        !Object.values(rates).every(isSum) ||
        (data.sources[rates_source ?? -1] !== undefined) !== Object.keys(rates).length > 0,
    )
    expect(unsound).toEqual([])
    const metrics: readonly string[] = priceMetrics
    expect(
      data.models.flatMap(({ rates = {} }) => Object.keys(rates)).filter((name) => !metrics.includes(name)),
    ).toEqual([])
  })

  test('has the contract’s types, and capabilities in its order', () => {
    const types: readonly string[] = modelTypes
    expect(data.models.filter(({ type }) => !types.includes(type))).toEqual([])
    const inOrder = (capabilities: string) =>
      capability.options.filter((one) => capabilities.split(' ').includes(one)).join(' ')
    for (const { capabilities = '' } of data.models) expect(inOrder(capabilities)).toBe(capabilities)
  })

  test('has free models only where their maker offers them free', () => {
    const free = data.models.filter(({ rates = {} }) => Object.values(rates).includes(0)).map(({ id }) => id)
    expect(free.filter((id) => !/^openai\/(?:omni|text)-moderation|^community\/glm-4\.\d-flash$/.test(id))).toEqual([])
  })

  test('has only one unit of price per model', () => {
    const doubly = data.models.filter(
      ({ rates = {} }) =>
        ['images', 'audio_seconds', 'characters'].filter((unit) => unit in rates).length > 0 &&
        Object.keys(rates).length > 1,
    )
    expect(doubly.map(({ id }) => id)).toEqual([])
  })
})

describe('the published reference', () => {
  const published = referenceCatalogue.models.map((known) =>
    publishModel({ id: known.id, status: known.status }, { known, hasAuthorPrices: true }),
  )

  test('has inactive models that match the contract', () => {
    expect(published).toHaveLength(ids.length)
    for (const one of published) expect(model.parse(one)).toEqual(one)
    expect(published.every(({ status }) => status === 'inactive')).toBe(true)
  })

  test('has the best-known models with their makers’ figures', () => {
    const shown = (id: string) => {
      const found = referenceCatalogue.find(id)
      if (!found) return undefined
      const one = publishModel(found)
      return [one.id, rateOf(one, 'input_tokens'), rateOf(one, 'output_tokens'), one.context_length]
    }
    expect(shown('gpt-4.1-mini')).toEqual(['openai/gpt-4.1-mini', 0.4, 1.6, 1_047_576])
    expect(shown('anthropic/claude-sonnet-4.5')).toEqual(['anthropic/claude-sonnet-4-5', 3, 15, 200_000])
    expect(shown('claude-haiku-4-5-20251001')).toEqual(['anthropic/claude-haiku-4-5', 1, 5, 200_000])
    expect(shown('models/gemini-2.5-flash')).toEqual(['google/gemini-2.5-flash', 0.3, 2.5, 1_048_576])
    expect(shown('mistral-small-latest')).toEqual(['mistralai/mistral-small-2603', 0.15, 0.6, 256_000])
    expect(shown('meta-llama/Llama-3.3-70B-Instruct')).toEqual([
      'meta-llama/llama-3.3-70b-instruct',
      undefined,
      undefined,
      128_000,
    ])
    expect(shown('llama3.1:8b')).toEqual(['meta-llama/llama-3.1-8b-instruct', undefined, undefined, 128_000])
    expect(shown('Qwen/Qwen3-32B')).toEqual(['qwen/qwen3-32b', 0.7, 2.8, 131_072])
    expect(shown('amazon.nova-lite-v1:0')).toEqual(['community/nova-lite-v1', 0.06, 0.24, 300_000])
    expect(shown('perplexity/sonar-pro')).toEqual(['community/sonar-pro', 3, 15, 200_000])
    expect(shown('grok-4')).toEqual(['x-ai/grok-4', 3, 15, 256_000])
    expect(shown('deepseek-chat')).toEqual(['deepseek/deepseek-chat', 0.14, 0.28, 1_000_000])
    expect(shown('grok-4.3')).toEqual(['x-ai/grok-4.3', 1.25, 2.5, 1_000_000])
    expect(shown('cohere/command-a')).toEqual(['cohere/command-a-03-2025', 2.5, 10, 256_000])
    expect(shown('microsoft/phi-4')).toEqual(['microsoft/phi-4', 0.125, 0.5, 16_384])
  })

  const publishedAs = (id: string) => published.find((one) => one.id === id)

  test('has price tiers, limits, modalities and providers', () => {
    expect(publishedAs('google/gemini-2.5-pro')).toMatchObject({
      pricing: [
        { metric: 'input_tokens', rate: 1.25, tiers: [{ above_input_tokens: 200_000, rate: 2.5 }] },
        { metric: 'output_tokens', rate: 10, tiers: [{ above_input_tokens: 200_000, rate: 15 }] },
        { metric: 'cached_input_tokens', rate: 0.125, tiers: [{ above_input_tokens: 200_000, rate: 0.25 }] },
      ],
      max_output_tokens: 65_536,
      input_modalities: ['text', 'image', 'audio', 'video', 'file'],
      output_modalities: ['text'],
      knowledge_cutoff: '2025-01',
      open_weights: false,
      served_by: ['Google AI', 'OpenRouter', 'Google Vertex AI'],
    })
    expect(publishedAs('meta-llama/llama-3.3-70b-instruct')).toMatchObject({ open_weights: true })
    expect(publishedAs('x-ai/grok-4')).toMatchObject({ deprecated: true, status: 'inactive' })
  })

  test('corrects known errors of the sources', () => {
    expect(publishedAs('openai/gpt-5-chat')?.capabilities).not.toContain('reasoning')
    expect(publishedAs('openai/gpt-image-1.5')?.capabilities).toContain('image_editing')
    expect(publishedAs('google/chirp')).toMatchObject({ model_type: 'speech_to_text', pricing: [] })
    expect(publishedAs('mistralai/magistral-medium-2509')?.created).toBe(0)
  })

  test('has the best-known makers', () => {
    const makers = new Set(published.map(({ owned_by: maker }) => maker))
    for (const maker of ['perplexity', 'amazon', 'ibm-granite', 'upstage', 'inception', 'xiaomi', 'stepfun']) {
      expect(makers).toContain(maker)
    }
  })
})
