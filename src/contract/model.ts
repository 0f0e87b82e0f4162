import { z } from 'zod'
import { capabilities, modelTypes, priceMetrics } from './model-types.ts'

/** Seed 4.3: what a model makes. */
export const modelType = z.enum(modelTypes)
export type ModelType = z.infer<typeof modelType>

/** Seed 4.2: what the list is filtered by; `text_to_text` is another name of `text_generation`. */
export const modelListType = z.enum([...modelTypes, 'text_to_text'])

/** Seed 2.3: what a model can do. */
export const capability = z.enum(capabilities)
export type Capability = z.infer<typeof capability>

/** Seed 3. Only `active` models can be called; `deleted` ones are never shown. */
export const modelStatus = z.enum(['pending', 'active', 'inactive', 'deleted'])
export type ModelStatus = z.infer<typeof modelStatus>

/** Seed 2.3: the twelve authors we publish under; `community` is everyone else. */
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

/** Where a fact was taken from, and of which day it is. */
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
  /** Absent when the engine itself told the price, or the operator did. */
  pricing_source: factSource.optional(),
  /** True when `pricing` is what its maker charges at its own service, while the engine that serves it tells no price. */
  list_price: z.boolean().optional(),
  context_length: z.int().min(1),
  /** False when `context_length` is only the default of 4096, because nobody told. */
  context_length_known: z.boolean().optional(),
  model_type: modelType.default('text_generation'),
  capabilities: z.array(capability).optional(),
  /** The request fields that it obeys, by their wire names, where its engine tells; it is known not to obey others. */
  supported_parameters: z.array(z.string()).optional(),
  /** True when its maker has deprecated it. Such a model is listed as `inactive`. */
  deprecated: z.boolean().optional(),
  /** The most tokens that one reply can have. */
  max_output_tokens: z.int().min(1).optional(),
  /** What it reads and what it produces: `text`, `image`, `audio`, `video`, `file`. */
  input_modalities: z.array(z.string()).optional(),
  output_modalities: z.array(z.string()).optional(),
  /** Its training data ends here: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  knowledge_cutoff: z.string().optional(),
  open_weights: z.boolean().optional(),
  /** Names of hosted providers known to serve it, best known first. */
  served_by: z.array(z.string()).optional(),
  /** Where those facts come from that no engine tells, such as its description and date. */
  reference: factSource.optional(),
})
export type Model = z.infer<typeof model>

export const modelList = z.object({ object: z.literal('list'), data: z.array(model) })
export type ModelList = z.infer<typeof modelList>
