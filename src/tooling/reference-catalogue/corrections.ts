import type { Listing } from './listing.ts'

/**
 * Corrects facts that are wrong in the sources, by `owner/name`. `undefined` removes a fact whose correct value is unknown.
 * Review this list at every refresh.
 */
const corrections: Readonly<Record<string, Partial<Listing>>> = {
  // The date is GPT-4 Turbo's.
  'openai/gpt-4': { released: undefined },
  // The date is before GPT-4o.
  'openai/gpt-4o-transcribe': { released: undefined },
  // Copied from GPT-5: the chat model doesn't reason.
  'openai/gpt-5-chat': { reasoning: false },
  // The day it was added to the API's list; its snapshot is named 2025-12-16.
  'openai/gpt-image-1.5': { released: undefined },
  // The context is Llama 4's.
  'meta-llama/llama-guard-4-12b': { context: 163_840 },
  // The date is the first Magistral's, half a year earlier.
  'mistralai/magistral-medium-2509': { released: undefined },
  // Chirp transcribes; the price is that of the “Chirp 3: HD” voices.
  'google/chirp': { type: 'speech_to_text', rates: {} },
  // Its only reseller lists every model as reasoning.
  'microsoft/phi-3.5-vision-instruct': { reasoning: undefined },
  // Azure lists the whole family with the date of Phi-4.
  'microsoft/phi-4-mini-instruct': { released: undefined },
  'microsoft/phi-4-mini-reasoning': { released: undefined },
  'microsoft/phi-4-multimodal-instruct': { released: undefined },
  'microsoft/phi-4-reasoning': { released: undefined },
  'microsoft/phi-4-reasoning-plus': { released: undefined },
}

/** Display names of models for which the sources have only an id, or a wrong name. */
const titles: Readonly<Record<string, string>> = {
  'black-forest-labs/flux-pro': 'FLUX.1 [pro]',
  'deepgram/deepgram-base': 'Deepgram Base',
  'deepgram/deepgram-enhanced': 'Deepgram Enhanced',
  'deepgram/deepgram-nova': 'Nova',
  'deepgram/deepgram-nova-2': 'Nova-2',
  'deepgram/deepgram-nova-3-medical': 'Nova-3 Medical',
  'elevenlabs/eleven-multilingual-v2': 'Eleven Multilingual v2',
  'elevenlabs/eleven-v3': 'Eleven v3',
  'elevenlabs/scribe-v1': 'Scribe v1',
  'google/chirp': 'Chirp',
  'ibm-granite/granite-3-3-8b-instruct': 'Granite 3.3 8B Instruct',
  'ibm-granite/granite-4-h-small': 'Granite 4.0 H Small',
  'ibm-granite/granite-4.0-h-micro': 'Granite 4.0 H Micro',
  'ibm-granite/granite-guardian-3-2-2b': 'Granite Guardian 3.2 2B',
  'ibm-granite/granite-guardian-3-3-8b': 'Granite Guardian 3.3 8B',
  'microsoft/mai-image-2.5-flash': 'MAI-Image-2.5 Flash',
  'microsoft/mai-image-2e': 'MAI-Image-2e',
  'minimax/minimax-speech-02-hd': 'MiniMax Speech 02 HD',
  'minimax/minimax-speech-02-turbo': 'MiniMax Speech 02 Turbo',
  'minimax/minimax-speech-2.6-hd': 'MiniMax Speech 2.6 HD',
  'minimax/minimax-speech-2.6-turbo': 'MiniMax Speech 2.6 Turbo',
  'nvidia/magpie-tts-zeroshot': 'Magpie TTS Zeroshot',
  'nvidia/nemotron-3-content-safety': 'Nemotron 3 Content Safety',
  'nvidia/nemotron-content-safety-reasoning-4b': 'Nemotron Content Safety Reasoning 4B',
  'nvidia/nemotron-mini-4b-instruct': 'Nemotron Mini 4B Instruct',
  'openai/chatgpt-image-latest': 'ChatGPT Image',
  'openai/dall-e-2': 'DALL·E 2',
  'openai/dall-e-3': 'DALL·E 3',
  'openai/gpt-4-0125-preview': 'GPT-4 Turbo Preview (0125)',
  'openai/gpt-4-1106-preview': 'GPT-4 Turbo Preview (1106)',
  'openai/gpt-4o-mini-tts': 'GPT-4o mini TTS',
  'openai/gpt-4o-transcribe-diarize': 'GPT-4o Transcribe Diarize',
  'openai/gpt-5-search-api': 'GPT-5 Search',
  'openai/gpt-audio-1.5': 'GPT Audio 1.5',
  'openai/omni-moderation-latest': 'Omni Moderation',
  'openai/text-moderation-latest': 'Text Moderation',
  'perplexity/sonar-deep-research': 'Sonar Deep Research',
  'stability/sd3': 'Stable Diffusion 3',
  'stability/sd3-large': 'Stable Diffusion 3 Large',
  'stability/sd3-large-turbo': 'Stable Diffusion 3 Large Turbo',
  'stability/sd3-medium': 'Stable Diffusion 3 Medium',
  'stability/sd3.5-large': 'Stable Diffusion 3.5 Large',
  'stability/sd3.5-large-turbo': 'Stable Diffusion 3.5 Large Turbo',
  'stability/sd3.5-medium': 'Stable Diffusion 3.5 Medium',
  'stability/stable-image-core': 'Stable Image Core',
  'stability/stable-image-ultra': 'Stable Image Ultra',
  'upstage/solar-mini': 'Solar Mini',
  'upstage/solar-pro2': 'Solar Pro 2',
  'upstage/solar-pro3': 'Solar Pro 3',
  'x-ai/grok-2-vision': 'Grok 2 Vision',
  'x-ai/grok-4-fast-non-reasoning': 'Grok 4 Fast (Non-Reasoning)',
  'x-ai/grok-4-fast-reasoning': 'Grok 4 Fast (Reasoning)',
  'x-ai/grok-4-1-fast-reasoning': 'Grok 4.1 Fast (Reasoning)',
}

/** Applies the corrections and display names for `id` (`owner/name`). */
export function applyCorrections(id: string, listings: readonly Listing[]): Listing[] {
  const title = titles[id]
  return listings.map((listing) => ({ ...listing, ...corrections[id], ...(title !== undefined && { title }) }))
}
