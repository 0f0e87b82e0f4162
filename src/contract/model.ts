import { z } from 'zod'
import { capabilities, modelTypes, priceMetrics } from './model-types.ts'

/** Seed 4.3: what a model produces. */
export const modelType = z.enum(modelTypes)
export type ModelType = z.infer<typeof modelType>

/** Seed 4.2: the list's filter. `text_to_text` is an alias of `text_generation`. */
export const modelListType = z.enum([...modelTypes, 'text_to_text'])

/** Seed 2.3: what a model can do. */
export const capability = z.enum(capabilities)
export type Capability = z.infer<typeof capability>

/** Seed 3. Only `active` models can be called; `deleted` ones are never shown. */
export const modelStatus = z.enum(['pending', 'active', 'inactive', 'deleted'])
export type ModelStatus = z.infer<typeof modelStatus>

/** Seed 2.3: the twelve published authors; `community` covers all others. */
export const authors = [
  'parley',
  'openai',
  'anthropic',
  'google',
  'meta-llama',
  'mistralai',
  'deepseek',
  'qwen',
  'x-ai',
  'cohere',
  'microsoft',
  'community',
] as const
export const author = z.enum(authors)
export type Author = z.infer<typeof author>

export type PriceMetric = (typeof priceMetrics)[number]

/** A higher rate for the whole request, once its input exceeds the threshold. The highest threshold exceeded applies. */
const priceTier = z.object({ above_input_tokens: z.int().min(1), rate: z.number().min(0) })

const price = z.object({ metric: z.enum(priceMetrics), rate: z.number().min(0), tiers: z.array(priceTier).optional() })

/** The source of a fact, and the day it was valid. */
const factSource = z.object({ name: z.string(), date: z.iso.date() })

/** Seed 2.3, as we publish it. `created` is Unix seconds, 0 when unknown; `context_length` counts input plus output tokens. */
export const model = z.looseObject({
  id: z.string().min(1),
  object: z.literal('model'),
  author,
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  created: z.int().min(0),
  owned_by: z.string(),
  status: modelStatus,
  visibility: z.enum(['private', 'public']),
  pricing: z.array(price),
  /** Absent if the price comes from the engine or the operator. */
  pricing_source: factSource.optional(),
  /** True if `pricing` is the maker's list price, because the engine that serves the model reports none. */
  list_price: z.boolean().optional(),
  context_length: z.int().min(1),
  /** False if `context_length` is unknown and the default of 4096 is published. */
  context_length_known: z.boolean().optional(),
  model_type: modelType.default('text_generation'),
  capabilities: z.array(capability).optional(),
  /** Wire names of the request fields it supports; it ignores all others. Absent if the engine doesn't report them. */
  supported_parameters: z.array(z.string()).optional(),
  /** True when its maker has deprecated it. Such a model is listed as `inactive`. */
  deprecated: z.boolean().optional(),
  /** The maximum length of one reply, in tokens. */
  max_output_tokens: z.int().min(1).optional(),
  /** What it reads and what it produces: `text`, `image`, `audio`, `video`, `file`. */
  input_modalities: z.array(z.string()).optional(),
  output_modalities: z.array(z.string()).optional(),
  /** The end of its training data: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  knowledge_cutoff: z.string().optional(),
  open_weights: z.boolean().optional(),
  /** The connected provider or local server that serves it, such as `OpenRouter` or `Ollama`, if it is a known one. */
  provider: z.string().optional(),
  /** Names of hosted providers known to serve it, best known first. */
  served_by: z.array(z.string()).optional(),
  /** The source of facts that engines don't report, such as description and date. */
  reference: factSource.optional(),
})
export type Model = z.infer<typeof model>

export const modelList = z.object({ object: z.literal('list'), data: z.array(model) })
export type ModelList = z.infer<typeof modelList>
