/**
 * Alternative names by canonical id, for names that no rule can match. Names with a colon are Ollama's tags, only included if
 * the tag has always meant this model.
 */
export const spellings: Readonly<Record<string, readonly string[]>> = {
  'cohere/command-r7b-12-2024': ['command-r7b:7b'],
  'cohere/command-a-03-2025': ['command-a:111b'],
  'cohere/c4ai-aya-expanse-8b': ['aya-expanse:8b'],
  'cohere/c4ai-aya-expanse-32b': ['aya-expanse:32b'],
  'cohere/north-mini-code-1-0': ['north-mini-code'],
  'deepseek/deepseek-v3': ['deepseek-v3:671b'],
  'deepseek/deepseek-v3.1': ['deepseek-v3.1:671b'],
  'deepseek/deepseek-r1-distill-llama-70b': ['deepseek-r1:70b'],
  'deepseek/deepseek-r1-distill-qwen-14b': ['deepseek-r1:14b'],
  'deepseek/deepseek-r1-distill-qwen-32b': ['deepseek-r1:32b'],
  'google/gemma-2-2b-it': ['gemma2:2b'],
  'google/gemma-2-9b-it': ['gemma2:9b'],
  'google/gemma-2-27b-it': ['gemma2:27b'],
  'google/gemma-3-4b-it': ['gemma3:4b'],
  'google/gemma-3-12b-it': ['gemma3:12b'],
  'google/gemma-3-27b-it': ['gemma3:27b'],
  'google/gemma-3n-e2b-it': ['gemma3n:e2b'],
  'google/gemma-3n-e4b-it': ['gemma3n:e4b'],
  'google/gemma-4-31b-it': ['gemma4:31b'],
  'meta-llama/llama-3-8b-instruct': ['llama3:8b'],
  'meta-llama/llama-3-70b-instruct': ['llama3:70b'],
  'meta-llama/llama-3.1-8b-instruct': ['llama3.1:8b', 'llama-3.1-8b-instant'],
  'meta-llama/llama-3.1-70b-instruct': ['llama3.1:70b'],
  'meta-llama/llama-3.1-405b-instruct': ['llama3.1:405b'],
  'meta-llama/llama-3.2-1b-instruct': ['llama3.2:1b'],
  'meta-llama/llama-3.2-3b-instruct': ['llama3.2:3b'],
  'meta-llama/llama-3.2-11b-vision-instruct': ['llama3.2-vision:11b'],
  'meta-llama/llama-3.2-90b-vision-instruct': ['llama3.2-vision:90b'],
  'meta-llama/llama-3.3-70b-instruct': ['llama3.3:70b', 'llama-3.3-70b-versatile', 'llama-3.3-70b-instruct-fp8-fast'],
  'meta-llama/llama-4-scout': ['llama4:scout', 'llama-4-scout-17b-16e-instruct', 'llama4-scout-17b-instruct'],
  'meta-llama/llama-4-maverick': [
    'llama4:maverick',
    'llama-4-maverick-17b-128e-instruct',
    'llama4-maverick-17b-instruct',
  ],
  'meta-llama/llama-guard-3-8b': ['llama-guard3:8b'],
  'microsoft/phi-4': ['phi4:14b'],
  'microsoft/phi-4-mini-instruct': ['phi4-mini:3.8b', 'phi-4-mini'],
  'microsoft/phi-4-multimodal-instruct': ['phi-4-multimodal'],
  'microsoft/phi-4-reasoning': ['phi4-reasoning:14b'],
  'microsoft/phi-3.5-mini-instruct': ['phi3.5:3.8b'],
  'mistralai/open-mixtral-8x7b': ['mixtral:8x7b', 'mixtral-8x7b-instruct', 'mixtral-8x7b-instruct-v0.1'],
  'mistralai/open-mixtral-8x22b': ['mixtral:8x22b', 'mixtral-8x22b-instruct', 'mixtral-8x22b-instruct-v0.1'],
  'mistralai/open-mistral-7b': ['mistral-7b-instruct-v03', 'mistral-7b-instruct-v0.3', 'mistral:7b'],
  'mistralai/mistral-nemo': [
    'mistral-nemo:12b',
    'open-mistral-nemo',
    'open-mistral-nemo-2407',
    'mistral-nemo-instruct-2407',
  ],
  'mistralai/voxtral-mini-tts-2603': ['voxtral-mini-tts-latest'],
  'mistralai/voxtral-small-24b-2507': ['voxtral-small-latest', 'voxtral-small-2507', 'voxtral-small-24b-2507-stt'],
  'mistralai/mistral-small-2501': ['mistral-small-24b-instruct-2501', 'mistral-small:24b'],
  'mistralai/mistral-small-2503': [
    'mistral-small-3.1-24b-instruct',
    'mistral-small-3.1-24b-instruct-2503',
    'mistral-small3.1:24b',
  ],
  'mistralai/mistral-small-2506': [
    'mistral-small-3.2-24b-instruct',
    'mistral-small-3.2-24b-instruct-2506',
    'mistral-small3.2:24b',
  ],
  'mistralai/mistral-small-2603': ['mistral-small-4-119b-2603'],
  'mistralai/mistral-medium-2505': ['mistral-medium-3', 'mistral-medium-3-instruct'],
  'mistralai/mistral-medium-2508': ['mistral-medium-3.1'],
  'mistralai/mistral-medium-2604': ['mistral-medium-3.5', 'mistral-medium-3.5-128b'],
  'mistralai/mistral-large-2411': ['mistral-large-instruct-2411'],
  'mistralai/mistral-large-2512': [
    'mistral-large-3',
    'mistral-large-3-675b-instruct',
    'mistral-large-3-675b-instruct-2512',
    'mistral-large-3:675b',
  ],
  'mistralai/ministral-3b-2512': ['ministral-3:3b'],
  'mistralai/ministral-8b-2512': ['ministral-3:8b'],
  'mistralai/ministral-14b-2512': ['ministral-3:14b', 'ministral-14b', 'ministral-14b-instruct-2512'],
  'openai/gpt-oss-20b': ['gpt-oss:20b', 'gpt-oss-20b-1'],
  'openai/gpt-oss-120b': ['gpt-oss:120b', 'gpt-oss-120b-1'],
  'openai/gpt-oss-safeguard-20b': ['gpt-oss-safeguard:20b'],
  'openai/omni-moderation-latest': ['omni-moderation-2024-09-26'],
  'openai/text-moderation-latest': ['text-moderation-stable', 'text-moderation-007'],
  'openai/tts-1': ['tts-1-1106'],
  'openai/tts-1-hd': ['tts-1-hd-1106'],
  'qwen/qwen-2.5-7b-instruct': ['qwen2.5:7b'],
  'qwen/qwen-2.5-14b-instruct': ['qwen2.5:14b'],
  'qwen/qwen-2.5-32b-instruct': ['qwen2.5:32b'],
  'qwen/qwen-2.5-72b-instruct': ['qwen2.5:72b'],
  'qwen/qwen-2.5-coder-32b-instruct': ['qwen2.5-coder:32b'],
  'qwen/qwen2.5-vl-7b-instruct': ['qwen2.5vl:7b'],
  'qwen/qwen2.5-vl-72b-instruct': ['qwen2.5vl:72b'],
  'qwen/qwen3-8b': ['qwen3:8b'],
  'qwen/qwen3-14b': ['qwen3:14b'],
  'qwen/qwen3-32b': ['qwen3:32b'],
  'qwen/qwen3-235b-a22b-2507': ['qwen3-235b-a22b-instruct-2507'],
  'qwen/qwen3-coder-30b-a3b-instruct': ['qwen3-coder:30b'],
  'qwen/qwen3-coder-480b-a35b-instruct': ['qwen3-coder:480b', 'qwen3-coder'],
  'qwen/qwq-32b': ['qwq:32b'],
  'x-ai/grok-4.20-0309-reasoning': ['grok-4.20-reasoning', 'grok-4.20-beta-0309-reasoning', 'grok-4.20-reasoning-beta'],
  'x-ai/grok-4.20-0309-non-reasoning': [
    'grok-4.20-non-reasoning',
    'grok-4.20-beta-0309-non-reasoning',
    'grok-4.20-non-reasoning-beta',
  ],
  'x-ai/grok-4.20-multi-agent-0309': [
    'grok-4.20-multi-agent',
    'grok-4.20-multi-agent-beta',
    'grok-4.20-multi-agent-beta-0309',
  ],
  'x-ai/grok-4': ['grok-4-0709', 'grok-4-latest'],
  'x-ai/grok-stt': ['grok-stt-1.0'],
  'x-ai/grok-tts': ['grok-voice-tts-1.0'],
  'moonshotai/kimi-k2-0905': ['kimi-k2-instruct-0905', 'kimi-k2-0905-preview'],
  'moonshotai/kimi-k2': ['kimi-k2-instruct', 'kimi-k2-0711-preview', 'kimi-k2-instruct-0711'],
  'black-forest-labs/flux-dev': ['flux.1-dev'],
  'black-forest-labs/flux-2-flex': ['flux.2-flex'],
  'black-forest-labs/flux-2-max': ['flux.2-max'],
  'black-forest-labs/flux-2-pro': ['flux.2-pro'],
  'black-forest-labs/flux.2-klein-4b': ['flux-2-klein-4b'],
  'upstage/solar-pro3': ['solar-pro-3'],
  'nvidia/nemotron-3-super-120b-a12b': ['nemotron-3-120b-a12b'],
  'nvidia/nemotron-3-nano-omni-30b-a3b-reasoning': ['nemotron-3-nano-omni'],
  'nvidia/llama-3.1-nemotron-safety-guard-8b-v3': ['llama-3_1-nemotron-safety-guard-8b-v3'],
}

/** Suffixes that hosts add to the same weights: quantised, in an enclave, for a batch tier. */
const hostSuffixes = /-(?:fp8|fp4|nvfp4|bf16|int4|int8|awq|gptq|tee|maas|tput)(?=-|$)/g

/** Together's quantised copies of instruct models; elsewhere, `turbo` and `lite` are separate models. */
const instructSuffixes = /(?<=-instruct)-(?:turbo|lite)$/

/** Makers' names that repeat before the model's name. */
const repeatedMaker = /^(?:meta-(?=llama)|cohere-(?=command)|nvidia-(?=nemotron)|deepseek-chat-(?=v3))/

/**
 * Normalizes a name: `claude-4.5-sonnet` becomes `claude-sonnet-4-5`, `Meta-Llama-3-8B-Instruct-Lite`
 * `llama-3-8b-instruct`, `mistral-medium-3-1-2508` `mistral-medium-2508`.
 */
export function plainName(owner: string | undefined, name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(repeatedMaker, (maker) => (maker === 'deepseek-chat-' ? 'deepseek-' : ''))
    .replaceAll(hostSuffixes, '')
    .replace(instructSuffixes, '')
  if (owner === 'anthropic') {
    return plain
      .replaceAll('.', '-')
      .replace(/^claude-([\d-]+)-([a-z]+)/, 'claude-$2-$1')
      .replace(/(?<=-\d)-0(?=-|$)/, '')
  }
  // Mistral writes the same release as 2508 and as 3-1-2508.
  if (owner === 'mistralai')
    return plain.replace(/-\d-\d-(?=\d{4}$)/, '-').replace(/^ministral-3-(?=\d+b)/, 'ministral-')
  return plain
}

/** The same key for all spellings of a name: its letters and digits. */
export function modelKey(owner: string | undefined, name: string): string {
  return plainName(owner, name).replaceAll(/[^a-z0-9]/g, '')
}
