/** How engines that people run let a page read their answers, by the port they listen on unless told otherwise. */
const engines = [
  { port: '11434', allow: (origin: string) => `Start Ollama with OLLAMA_ORIGINS=${origin}` },
  { port: '8000', allow: (origin: string) => `Start vLLM with --allowed-origins '["${origin}"]'` },
  { port: '1234', allow: () => 'Switch on “Enable CORS” in the server settings of LM Studio' },
] as const

/** What lets pages of an origin read the answers of a service: a setting of it where we can guess which it is, or a way around. */
export function corsCure(apiBase: string, pageOrigin: string): string {
  const { port } = new URL(apiBase)
  const likely = engines.find((engine) => engine.port === port)
  const allow = likely
    ? likely.allow(pageOrigin)
    : `Allow that origin there, with the authorization header: OLLAMA_ORIGINS=${pageOrigin} for Ollama, --allowed-origins '["${pageOrigin}"]' for vLLM, PARLEY_CORS_ORIGINS=${pageOrigin} for another Parley`
  return `${allow}. Or name it under engines in parley.config.json: then this server calls it, and the browser has no say.`
}
