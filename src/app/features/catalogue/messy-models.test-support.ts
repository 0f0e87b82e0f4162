import type { Capability, Model } from '#contract/model.ts'

/** A model as the service publishes it, with the fields that a test is about. */
export function modelOf(id: string, more: Partial<Model> = {}): Model {
  return {
    id,
    object: 'model',
    author: 'community',
    slug: id,
    name: id,
    description: '',
    created: 0,
    owned_by: 'community',
    status: 'inactive',
    visibility: 'public',
    pricing: [],
    context_length: 4096,
    context_length_known: false,
    model_type: 'text_generation',
    ...more,
  }
}

function priced(input: number, output: number): Model['pricing'] {
  return [
    { metric: 'input_tokens', rate: input },
    { metric: 'output_tokens', rate: output },
  ]
}

const all: Capability[] = ['streaming', 'vision', 'function_calling', 'structured_output', 'reasoning']

/** Models as messy as in public lists: after models.dev (2026-07-02) and LiteLLM's price table (2026-07-24), MIT. */
export const messyModels: readonly Model[] = [
  modelOf('parley/eliza', {
    author: 'parley',
    name: 'Eliza',
    description: 'A calm therapist made of patterns.',
    status: 'active',
    pricing: priced(0, 0),
    context_length: 8192,
    context_length_known: true,
    capabilities: ['streaming'],
    created: 1_760_000_000,
  }),
  modelOf('openai/o1-pro', {
    author: 'openai',
    name: 'o1-pro',
    pricing: priced(150, 600),
    context_length: 200_000,
    context_length_known: true,
    capabilities: all,
    created: 1_742_342_400,
  }),
  modelOf('openai/gpt-4o', {
    author: 'openai',
    name: 'GPT-4o',
    pricing: priced(2.5, 10),
    context_length: 128_000,
    context_length_known: true,
    capabilities: ['streaming', 'vision', 'function_calling'],
    created: 1_715_558_400,
    status: 'active',
  }),
  modelOf('openai/gpt-4o-mini', {
    author: 'openai',
    name: 'GPT-4o mini',
    pricing: priced(0.15, 0.6),
    context_length: 128_000,
    context_length_known: true,
    capabilities: ['streaming', 'vision'],
    created: 1_721_260_800,
  }),
  modelOf('anthropic/claude-opus-4-5', {
    author: 'anthropic',
    name: 'Claude Opus 4.5',
    pricing: priced(5, 25),
    context_length: 200_000,
    context_length_known: true,
    capabilities: all,
    created: 1_763_942_400,
  }),
  modelOf('google/gemini-3.1-flash-image-preview', {
    author: 'google',
    name: 'Google: Nano Banana 2 (Gemini 3.1 Flash Image Preview)',
    model_type: 'image_generation',
    pricing: [{ metric: 'images', rate: 39_000 }],
    context_length: 32_768,
    context_length_known: true,
  }),
  modelOf('mistralai/ministral-3b', {
    author: 'mistralai',
    name: 'Ministral 3B',
    pricing: priced(0.04, 0.04),
    context_length: 131_072,
    context_length_known: true,
  }),
  modelOf('community/llama3.2:3b', { name: 'Llama 3.2 3B', status: 'active', capabilities: ['streaming'] }),
  modelOf('community/amazon.nova-2-lite-v1:0', {
    name: 'Nova 2 Lite',
    pricing: priced(0.33, 2.75),
    context_length: 1_000_000,
    context_length_known: true,
  }),
  modelOf('minimaxai/chat-completion/models/MiniMax-M2_5-high-throughput', {
    name: 'MiniMax-M2_5-high-throughput',
    pricing: priced(0.3, 1.2),
    context_length: 204_800,
    context_length_known: true,
  }),
  modelOf('community/xiaomi-mimo-v2.5-free', {
    name: 'MiMo v2.5 (free)',
    pricing: priced(0, 0),
    context_length: 0,
    context_length_known: true,
  }),
  modelOf('community/99', {
    name: '99',
    context_length: 99_999_999,
    context_length_known: true,
    pricing: priced(250_000, 999_999),
  }),
  modelOf('community/only-input', {
    name: 'Only input',
    pricing: [{ metric: 'input_tokens', rate: 1 }],
    status: 'pending',
  }),
  modelOf('community/通义千问-plus', { name: '通义千问 Plus', description: '大型语言模型', visibility: 'private' }),
  modelOf('community/модель', { name: 'Модель Ёлка', description: 'Говорит по-русски.' }),
  modelOf('community/نموذج', { name: 'نموذج لغوي' }),
  modelOf('community/café-crème', { name: 'Café Crème ﬁne', description: 'Naïve.' }),
  modelOf('community/🤖,50%', { name: '🤖 <b>bold</b> & "quoted"' }),
  modelOf('community/=cmd()', { name: '=HYPERLINK("x")' }),
  modelOf('openai/whisper-1', {
    author: 'openai',
    name: 'Whisper',
    model_type: 'speech_to_text',
    pricing: [{ metric: 'audio_seconds', rate: 100 }],
  }),
  modelOf('openai/omni-moderation', {
    author: 'openai',
    name: 'Omni moderation',
    model_type: 'moderation',
    pricing: [],
  }),
]
