import type { ModelType } from '#contract/model.ts'

/** In the order they are tried. `other` is what none of our types covers, or is only reached by other means than requests. */
const signs: readonly (readonly [RegExp, ModelType | 'other'])[] = [
  [/embed|rerank|retriev|(?<!vl-)ocr\b|veo-|sora\b|lyria|realtime|live|native-audio|voicechat|container/, 'other'],
  [/guard|moderation|content-safety/, 'moderation'],
  [/\btts\b/, 'text_to_speech'],
  [/whisper|transcribe|\b(?:asr|stt)\b/, 'speech_to_text'],
]

/** What a name gives away more surely than the fields beside it; undefined when it says nothing. */
export function typeOfName(name: string): ModelType | 'other' | undefined {
  return signs.find(([sign]) => sign.test(name))?.[1]
}
