import { plainLine } from '#contract/plain-text.ts'

/** What the engine says, and what it means. The first that matches counts. */
const known: readonly (readonly [words: RegExp, meaning: string])[] = [
  [
    /unknown (?:model )?architecture|unknown pre-tokenizer|unsupported model/iu,
    'The engine of this page doesn’t know this kind of model. Update Parley, or choose another model.',
  ],
  [
    /memory64|i64 memory|expected memory|WebAssembly\.(?:Memory|compile|instantiate)|CompileError|does not support (?:exception|SIMD)/iu,
    'This browser can’t run the engine, which needs WebAssembly with 64-bit memory. Use a current Chrome, Edge or Firefox.',
  ],
  [
    /out of memory|failed to allocate|cannot enlarge|bad_alloc|allocation failed|OOM|Invalid array length/iu,
    'The browser has not enough memory for this model. Close other tabs, or choose a smaller file of it.',
  ],
  [
    /chat.templates?|render_message/iu,
    'The engine can’t read the chat template in the file. Choose another file of this model.',
  ],
  [
    /failed to fetch|NetworkError|can’t be loaded \(status|Load failed/iu,
    'The engine couldn’t be loaded. Check your connection, and try again.',
  ],
  [
    /File read failed|NotReadableError|could not be read/iu,
    'The file can’t be read any more, because it was moved or has changed. Open it again.',
  ],
  [
    /tensor|magic|gguf|corrupt|invalid|missing|vocab|tokenizer|hyperparameter|key not found/iu,
    'The file is damaged, or not complete. Download it again, and compare its checksum.',
  ],
]

/** In characters. */
const maxWords = 200

/** Says why a model couldn't be loaded, and what to do. `words` are the engine's, with one reason per line. */
export function explainEngineFailure(words: string): string {
  const lines = words
    .split('\n')
    .map((line) => plainLine(line.replace(/^(?:\(ABORT\)\s*|\w+: (?=error)|error loading model: )+/u, ''), maxWords))
    .filter((line) => line !== '')
  const meaning =
    known.find(([pattern]) => pattern.test(words))?.[1] ?? 'The engine can’t load this file. Choose another.'
  const reason = lines.find((line) => /error|fail|unknown|invalid|missing|wrong|expected/iu.test(line)) ?? lines[0]
  return reason === undefined ? meaning : `${meaning} (${reason})`
}
