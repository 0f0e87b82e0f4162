import type { Model, ModelType } from '#contract/model.ts'

/** A model as both the service and the page's direct connections must publish it. */
interface ExpectedModel {
  /** Without the author that the service adds to ids without one. */
  id: string
  /** The id that requests name, if it is different. */
  engineId?: string
  /** `text_generation` when left out. */
  type?: ModelType
  /** Unknown when left out. */
  context?: number
  /** US dollars per million input and output tokens; unknown when left out. */
  prices?: readonly [input: number, output: number]
  capabilities?: Model['capabilities']
  status?: Model['status']
}

interface ModelListFixture {
  answer: unknown
  models: readonly ExpectedModel[]
}

const created = 1_690_000_000

/** Answers to `GET /v1/models` as engines and providers send them, shortened, and what must be read from them. */
export const modelLists: Readonly<Record<string, ModelListFixture>> = {
  'llama.cpp: the running context instead of the trained one, a readable id': {
    answer: {
      object: 'list',
      models: [{ name: '/models/qwen3-8b-q4_k_m.gguf', capabilities: ['completion', 'multimodal'] }],
      data: [
        {
          id: '/models/qwen3-8b-q4_k_m.gguf',
          object: 'model',
          owned_by: 'llamacpp',
          created,
          meta: { n_ctx: 8192, n_ctx_train: 131_072, n_params: 8_190_735_360 },
        },
      ],
    },
    models: [
      { id: 'qwen3-8b-q4_k_m', engineId: '/models/qwen3-8b-q4_k_m.gguf', context: 8192, capabilities: ['vision'] },
    ],
  },
  'vLLM: max_model_len, a folder as the id': {
    answer: {
      object: 'list',
      data: [
        { id: 'Qwen/Qwen3-8B', object: 'model', owned_by: 'vllm', max_model_len: 32_768 },
        { id: '/data/llama-3', object: 'model', owned_by: 'vllm', max_model_len: 8192 },
        { id: 'BAAI/bge-m3', object: 'model', owned_by: 'vllm', max_model_len: 8192 },
      ],
    },
    models: [
      { id: 'Qwen/Qwen3-8B', context: 32_768 },
      { id: 'llama-3', engineId: '/data/llama-3', context: 8192 },
    ],
  },
  'Ollama: ids only': {
    answer: {
      object: 'list',
      data: ['llama3.2:3b', 'nomic-embed-text:latest', 'mxbai-embed-large', 'all-minilm:l6-v2', 'embeddinggemma'].map(
        (id) => ({ id, object: 'model', created, owned_by: 'library' }),
      ),
    },
    models: [{ id: 'llama3.2:3b' }],
  },
  'Ollama: an empty list': { answer: { object: 'list', data: null }, models: [] },
  'LM Studio: model types, including embeddings': {
    answer: {
      object: 'list',
      data: [
        { id: 'qwen2-vl-7b', type: 'vlm', max_context_length: 32_768 },
        { id: 'text-embedding-nomic-embed-text-v1.5', type: 'embeddings', max_context_length: 2048 },
      ],
    },
    models: [{ id: 'qwen2-vl-7b', context: 32_768, capabilities: ['vision'] }],
  },
  'OpenRouter: prices per token, modalities, parameters': {
    answer: {
      data: [
        {
          id: 'acme/large',
          name: 'Acme: Large',
          context_length: 200_000,
          architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'] },
          pricing: { prompt: '0.0000001', completion: '0.0000004', request: '0' },
          supported_parameters: ['tools', 'temperature'],
        },
        {
          id: 'openrouter/auto',
          context_length: 2_000_000,
          pricing: { prompt: '-1', completion: '-1' },
        },
      ],
    },
    models: [
      { id: 'acme/large', context: 200_000, prices: [0.1, 0.4], capabilities: ['vision', 'function_calling'] },
      { id: 'openrouter/auto', context: 2_000_000 },
    ],
  },
  'OpenAI: ids of every type': {
    answer: {
      object: 'list',
      data: [
        'gpt-4.1-mini',
        'text-embedding-3-small',
        'whisper-1',
        'gpt-4o-transcribe',
        'tts-1',
        'gpt-4o-mini-tts',
        'gpt-image-1',
        'dall-e-3',
        'omni-moderation-latest',
      ].map((id) => ({ id, object: 'model', created, owned_by: 'system' })),
    },
    models: [
      { id: 'gpt-4.1-mini' },
      { id: 'whisper-1', type: 'speech_to_text' },
      { id: 'gpt-4o-transcribe', type: 'speech_to_text' },
      { id: 'tts-1', type: 'text_to_speech' },
      { id: 'gpt-4o-mini-tts', type: 'text_to_speech' },
      { id: 'gpt-image-1', type: 'image_generation' },
      { id: 'dall-e-3', type: 'image_generation' },
      { id: 'omni-moderation-latest', type: 'moderation' },
    ],
  },
  'Mistral: capabilities by name': {
    answer: {
      object: 'list',
      data: [
        {
          id: 'mistral-small-latest',
          max_context_length: 131_072,
          capabilities: { completion_chat: true, function_calling: true, vision: false },
        },
        { id: 'mistral-embed', capabilities: { completion_chat: false }, max_context_length: 8192 },
        { id: 'mistral-ocr-latest', capabilities: { completion_chat: false }, max_context_length: 16_384 },
        { id: 'mistral-moderation-latest', capabilities: { completion_chat: false }, max_context_length: 8192 },
      ],
    },
    models: [
      { id: 'mistral-small-latest', context: 131_072, capabilities: ['function_calling'] },
      { id: 'mistral-moderation-latest', type: 'moderation', context: 8192 },
    ],
  },
  'Together: a bare list, types, prices per million': {
    answer: [
      {
        id: 'acme/chat',
        type: 'chat',
        display_name: 'Chat',
        context_length: 131_072,
        pricing: { hourly: 0, input: 0.2, output: 0.6 },
      },
      { id: 'acme/painter', type: 'image', pricing: { hourly: 0, input: 0, output: 0 } },
      { id: 'acme/vectors', type: 'embedding', context_length: 512, pricing: { hourly: 0, input: 0.01, output: 0 } },
      { id: 'acme/sorter', type: 'rerank' },
      { id: 'acme/filmer', type: 'video' },
    ],
    models: [
      { id: 'acme/chat', context: 131_072, prices: [0.2, 0.6] },
      { id: 'acme/painter', type: 'image_generation' },
    ],
  },
  'Groq: context_window, inactive models': {
    answer: {
      object: 'list',
      data: [
        { id: 'llama-3.3-70b-versatile', created, owned_by: 'Meta', active: true, context_window: 131_072 },
        { id: 'whisper-large-v3', created, owned_by: 'OpenAI', active: true, context_window: 448 },
        { id: 'gemma-old', created, owned_by: 'Google', active: false, context_window: 8192 },
      ],
    },
    models: [
      { id: 'llama-3.3-70b-versatile', context: 131_072 },
      { id: 'whisper-large-v3', type: 'speech_to_text', context: 448 },
      { id: 'gemma-old', context: 8192, status: 'inactive' },
    ],
  },
  'Google: ids in a folder': {
    answer: { object: 'list', data: [{ id: 'models/gemini-x', object: 'model', owned_by: 'google' }] },
    models: [{ id: 'gemini-x' }],
  },
  'Anthropic: display names, ISO dates': {
    answer: {
      data: [{ type: 'model', id: 'claude-x', display_name: 'Claude X', created_at: '2023-02-22T12:00:00Z' }],
      has_more: false,
    },
    models: [{ id: 'claude-x' }],
  },
  'another Parley': {
    answer: {
      object: 'list',
      data: [
        {
          id: 'parley/echo',
          pricing: [
            { metric: 'input_tokens', rate: 0 },
            { metric: 'output_tokens', rate: 0 },
          ],
          context_length: 4096,
          context_length_known: false,
          model_type: 'text_generation',
          capabilities: ['streaming', 'structured_output'],
          supported_parameters: ['temperature'],
          status: 'active',
        },
        { id: 'acme/painter', model_type: 'image_generation', status: 'inactive', context_length: 8192 },
      ],
    },
    models: [
      { id: 'parley/echo', prices: [0, 0], capabilities: ['streaming', 'structured_output'] },
      { id: 'acme/painter', type: 'image_generation', status: 'inactive', context: 8192 },
    ],
  },
}

/** A published model in the terms of the table above. */
export function asExpected(model: Model, engineId: string): ExpectedModel {
  const { id, model_type: type, context_length: context, context_length_known: isKnown = true } = model
  const { pricing, capabilities, status } = model
  const rateOf = (name: string) => pricing.find(({ metric }) => metric === name)?.rate
  const [input, output] = [rateOf('input_tokens'), rateOf('output_tokens')]
  return {
    id,
    ...(engineId !== id && { engineId }),
    ...(type !== 'text_generation' && { type }),
    ...(isKnown && { context }),
    ...(input !== undefined && output !== undefined && { prices: [input, output] }),
    ...(capabilities && { capabilities }),
    ...(status !== 'active' && { status }),
  }
}
