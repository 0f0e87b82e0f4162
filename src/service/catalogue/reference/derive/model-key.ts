/** How hosts mark the same weights: quantised, in an enclave, for a batch tier. */
const hostMarks = /-(?:fp8|fp4|nvfp4|bf16|int4|int8|awq|gptq|tee|maas|tput)(?=-|$)/g

/** Together's quantised copies of instruct models; elsewhere `turbo` and `lite` name models of their own. */
const instructMarks = /(?<=-instruct)-(?:turbo|lite)$/

/** Makers repeated in front of their own models' names. */
const repeatedMaker = /^(?:meta-(?=llama)|cohere-(?=command)|nvidia-(?=nemotron)|deepseek-chat-(?=v3))/

/**
 * A name in one spelling, still readable: `claude-4.5-sonnet` becomes `claude-sonnet-4-5`, `Meta-Llama-3-8B-Instruct-Lite`
 * `llama-3-8b-instruct`, `mistral-medium-3-1-2508` `mistral-medium-2508`.
 */
export function plainName(owner: string | undefined, name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(repeatedMaker, (maker) => (maker === 'deepseek-chat-' ? 'deepseek-' : ''))
    .replaceAll(hostMarks, '')
    .replace(instructMarks, '')
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

/** What two spellings of one model's name have in common: its letters and digits. */
export function modelKey(owner: string | undefined, name: string): string {
  return plainName(owner, name).replaceAll(/[^a-z0-9]/g, '')
}
