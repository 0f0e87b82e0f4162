import { createSeededRandom } from './fault-injection/seeded-random.ts'
import { type GgufTensor, type GgufValue, writeGguf } from './write-gguf.ts'

// A language model that knows nothing: llama's architecture with random weights, a vocabulary of its own and a chat
// template. It is small enough to be made in a test (300 KB, some milliseconds), and real enough for llama.cpp to run it.

/** What a test may choose about the model. */
export interface TinyGgufOptions {
  /** Models with the same seed and options have the same bytes. Default 1. */
  seed?: number
  /** The longest prompt and reply together, in tokens. Default 2048. */
  contextLength?: number
  /** `general.name` in the file. */
  name?: string
  /** The chat template; null for a file without one. The default has tools in the format of Hermes and Qwen. */
  template?: string | null
  /** The number of layers. More make a larger and slower model. Default 2. */
  layers?: number
  /** The length of an embedding, a multiple of 64. 64 by default; more make a larger and slower model. */
  width?: number
  /** How readily a reply ends, as a logarithm. The default 1 ends most replies within some dozens of tokens. */
  endBias?: number
  /** Metadata that is added, or that replaces what the model has under the same key. */
  metadata?: Readonly<Record<string, GgufValue>>
}

/** The template of ChatML, with tools as Hermes and Qwen write them. */
export const chatmlTemplate = `{%- if tools %}<|im_start|>system
You may call these functions: {{ tools | tojson }}
Answer with <tool_call>{"name": "NAME", "arguments": {}}</tool_call> to call one.<|im_end|>
{% endif %}
{%- for message in messages %}
{%- if message.role == 'tool' %}<|im_start|>user
<tool_response>
{{ message.content }}
</tool_response><|im_end|>
{% else %}<|im_start|>{{ message.role }}
{% if message.content %}{{ message.content }}{% endif %}
{%- if message.tool_calls %}
{%- for call in message.tool_calls %}
<tool_call>
{"name": "{{ call.function.name }}", "arguments": {{ call.function.arguments | tojson }}}
</tool_call>
{%- endfor %}
{%- endif %}<|im_end|>
{% endif %}
{%- endfor %}
{%- if add_generation_prompt %}<|im_start|>assistant
{% endif %}`

/** Returns a whole model file. */
export function tinyGguf(options: TinyGgufOptions = {}): Uint8Array<ArrayBuffer> {
  return writeGguf({ metadata: metadataOf(options), tensors: tensorsOf(options) })
}

/**
 * Returns the same model in two files, which llama.cpp loads when they are called `NAME-00001-of-00002.gguf` and
 * `NAME-00002-of-00002.gguf`. All metadata is in the first.
 */
export function splitTinyGguf(options: TinyGgufOptions = {}): [first: Uint8Array, second: Uint8Array] {
  const tensors = tensorsOf(options)
  const half = tensors.length >> 1
  const place = (number: number): [string, GgufValue][] => [
    ['split.no', { type: 'uint16', value: number }],
    ['split.count', { type: 'uint16', value: 2 }],
    ['split.tensors.count', { type: 'int32', value: tensors.length }],
  ]
  return [
    writeGguf({ metadata: [...metadataOf(options), ...place(0)], tensors: tensors.slice(0, half) }),
    writeGguf({ metadata: place(1), tensors: tensors.slice(half) }),
  ]
}

const words =
  `the a of and to in is it you that he was for on are with as his they be at one have this from or had by hot but
some what there we can out other were all your when up use word how said an each she which do their time if will way about
many then them would write like so these her long make thing see him two has look more day could go come did my sound no most
number who over know water than call first people may down side been now find any new work part take get place made live where
after back little only round man year came show every good me give our under name very through just form much great think say
help low line before turn cause same mean differ move right boy old too does tell sentence set three want air well also play
small end put home read hand port large spell add even land here must big high such follow act why ask men change went light
kind off need house picture try us again animal point mother world near build self earth father`.split(/\s+/u)

/** As numbered in the format. */
const tokenTypes = { normal: 1, unknown: 2, control: 3, byte: 6 }

interface VocabularyToken {
  text: string
  type: number
  /** Added to the logarithm of its probability, so that replies consist of words rather than of stray bytes. */
  bias: number
}

/** Any text can be tokenized: what is no word is letters, and what is no ASCII is bytes. `▁` stands for a space. */
function vocabularyOf(endBias: number): VocabularyToken[] {
  const bytes = Array.from({ length: 256 }, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`)
  const ascii = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index))
  const spaced = [...new Set(words)].map((word) => `▁${word}`)
  // The tokenizer joins two tokens at a time, so a word needs its beginnings.
  const beginnings = spaced.flatMap((word) => Array.from(word, (_, index) => word.slice(0, index + 1)))
  const rest = [...new Set(['▁', ...beginnings])].filter((text) => !spaced.includes(text))
  return [
    { text: '<unk>', type: tokenTypes.unknown, bias: -15 },
    { text: '<s>', type: tokenTypes.control, bias: -15 },
    { text: '<|im_end|>', type: tokenTypes.control, bias: endBias },
    { text: '<|im_start|>', type: tokenTypes.control, bias: -15 },
    ...bytes.map((text) => ({ text, type: tokenTypes.byte, bias: text === '<0x0A>' ? -2 : -15 })),
    ...ascii.map((text) => ({ text, type: tokenTypes.normal, bias: '.,?'.includes(text) ? 1 : -9 })),
    ...rest.map((text) => ({ text, type: tokenTypes.normal, bias: -9 })),
    ...spaced.map((text) => ({ text, type: tokenTypes.normal, bias: 0 })),
  ]
}

const defaultEndBias = 1

function metadataOf(options: TinyGgufOptions): [string, GgufValue][] {
  const {
    name = 'Tiny random model',
    template = chatmlTemplate,
    contextLength = 2048,
    layers = 2,
    width = 64,
  } = options
  const vocabulary = vocabularyOf(options.endBias ?? defaultEndBias)
  const string = (value: string): GgufValue => ({ type: 'string', value })
  const uint32 = (value: number): GgufValue => ({ type: 'uint32', value })
  const metadata = new Map<string, GgufValue>([
    ['general.architecture', string('llama')],
    ['general.type', string('model')],
    ['general.name', string(name)],
    ['general.author', string('Parley’s tests')],
    ['general.license', string('mit')],
    ['general.file_type', uint32(1)],
    ['llama.vocab_size', uint32(vocabulary.length)],
    ['llama.context_length', uint32(contextLength)],
    ['llama.embedding_length', uint32(width)],
    ['llama.block_count', uint32(layers)],
    ['llama.feed_forward_length', uint32(2 * width)],
    ['llama.attention.head_count', uint32(width / headWidth)],
    ['llama.attention.head_count_kv', uint32(1)],
    ['llama.attention.layer_norm_rms_epsilon', { type: 'float32', value: 1e-5 }],
    ['llama.rope.dimension_count', uint32(headWidth)],
    ['tokenizer.ggml.model', string('llama')],
    ['tokenizer.ggml.tokens', { type: 'array', of: 'string', value: vocabulary.map(({ text }) => text) }],
    // Longer tokens first.
    ['tokenizer.ggml.scores', { type: 'array', of: 'float32', value: vocabulary.map(({ text }) => text.length) }],
    ['tokenizer.ggml.token_type', { type: 'array', of: 'int32', value: vocabulary.map(({ type }) => type) }],
    ['tokenizer.ggml.unknown_token_id', uint32(0)],
    ['tokenizer.ggml.bos_token_id', uint32(1)],
    ['tokenizer.ggml.eos_token_id', uint32(2)],
    ['tokenizer.ggml.add_bos_token', { type: 'bool', value: false }],
    ['tokenizer.ggml.add_space_prefix', { type: 'bool', value: false }],
    ...(template === null ? [] : [['tokenizer.chat_template', string(template)] as const]),
  ])
  for (const [key, value] of Object.entries(options.metadata ?? {})) metadata.set(key, value)
  return [...metadata]
}

/** The length of an attention head. */
const headWidth = 32
/** The value of every embedding's first element. As nothing else writes there, its weight in the output is a bias. */
const biasChannel = 4

function tensorsOf({ seed = 1, layers = 2, width = 64, endBias = defaultEndBias }: TinyGgufOptions): GgufTensor[] {
  const random = createSeededRandom(seed)
  const vocabulary = vocabularyOf(endBias)
  const size = vocabulary.length

  /** Numbers of about a normal distribution. With `keepBias`, the first row is empty, so the bias channel is kept. */
  const matrix = (name: string, columns: number, rows: number, deviation: number, keepBias = false): GgufTensor => {
    const values = new Float32Array(columns * rows)
    for (let index = keepBias ? columns : 0; index < values.length; index++) {
      values[index] = (random.next() + random.next() + random.next() - 1.5) * 2 * deviation
    }
    return { name: `${name}.weight`, dimensions: [columns, rows], precision: 'f16', values }
  }
  const norm = (name: string): GgufTensor => {
    return { name: `${name}.weight`, dimensions: [width], precision: 'f32', values: new Float32Array(width).fill(1) }
  }
  const withFirstColumn = (tensor: GgufTensor, valueOf: (row: number) => number): GgufTensor => {
    for (let row = 0; row < size; row++) tensor.values[row * width] = valueOf(row)
    return tensor
  }

  const spread = 1 / Math.sqrt(width)
  const blocks = Array.from({ length: layers }, (_, layer) => {
    const name = `blk.${layer}`
    return [
      norm(`${name}.attn_norm`),
      matrix(`${name}.attn_q`, width, width, 2 * spread),
      matrix(`${name}.attn_k`, width, headWidth, 2 * spread),
      matrix(`${name}.attn_v`, width, headWidth, spread),
      matrix(`${name}.attn_output`, width, width, spread, true),
      norm(`${name}.ffn_norm`),
      matrix(`${name}.ffn_gate`, width, 2 * width, spread),
      matrix(`${name}.ffn_up`, width, 2 * width, spread),
      matrix(`${name}.ffn_down`, 2 * width, width, spread, true),
    ]
  })
  return [
    withFirstColumn(matrix('token_embd', width, size, 1), () => biasChannel),
    ...blocks.flat(),
    norm('output_norm'),
    withFirstColumn(
      matrix('output', width, size, 2 * spread),
      (row) => (vocabulary[row]?.bias ?? 0) / (biasChannel - 1),
    ),
  ]
}
