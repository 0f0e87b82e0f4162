/**
 * The ways to read an engine's id, the surest first: as it stands, in lower case; then without what engines put around any
 * id (Google's folder, OpenRouter's mark for the free tier, Ollama's default tag, a file's folder, ending and quantisation).
 */
export function* spellingsOfId(id: string): Generator<string> {
  const lower = id.toLowerCase()
  yield lower
  const plain = lower.replace(/^models\//, '').replace(/:(?:free|latest)$/, '')
  if (plain !== lower) yield plain
  if (!plain.endsWith('.gguf')) return
  const file = plain.slice(plain.lastIndexOf('/') + 1, -'.gguf'.length)
  yield file
  yield file.replace(/[-.](?:i?q\d\w*|f16|f32|bf16)$/, '')
}
