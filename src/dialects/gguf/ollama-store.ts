import { isRecord, parseJson } from '#contract/json.ts'

// Ollama keeps models in two folders: `manifests/HOST/NAMESPACE/MODEL/TAG`, and `blobs/sha256-…` with the files that the
// manifests name. One of the files of a model is in GGUF format.

const modelLayer = 'application/vnd.ollama.image.model'

/** Ollama's name of the model whose manifest has this path below `manifests`, like `llama3.2:3b`; undefined for other paths. */
export function ollamaModelName(path: string): string | undefined {
  const [, namespace = '', model = '', tag, ...others] = path.split(/[\\/]/u)
  if (tag === undefined || others.length > 0) return undefined
  return `${namespace === 'library' ? '' : `${namespace}-`}${model}:${tag}`
}

/** The name below `blobs` of the model file that a manifest names; undefined for any other text. */
export function ollamaBlobName(manifest: string): string | undefined {
  const value = parseJson(manifest)
  const layers: unknown = isRecord(value) ? value['layers'] : undefined
  const layer: unknown = Array.isArray(layers)
    ? layers.find((each) => isRecord(each) && each['mediaType'] === modelLayer)
    : undefined
  const digest = isRecord(layer) ? layer['digest'] : undefined
  // Anything else could name a file outside of the folder.
  return typeof digest === 'string' && /^sha256:[0-9a-f]{64}$/u.test(digest) ? digest.replace(':', '-') : undefined
}
