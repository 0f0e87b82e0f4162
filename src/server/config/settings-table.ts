import { z } from 'zod'

const minute = 60_000
const day = 24 * 60 * minute
const megabyte = 1024 * 1024

/** One setting: its allowed values, and how to read it from an environment variable. */
interface Setting<Value> {
  readonly variable: string
  /** Validates the configuration file's value. Messages continue the setting's name: “must be …”. */
  readonly schema: z.ZodType<Value>
  /** Parses a trimmed variable. Invalid text becomes a value that the schema refuses. */
  readonly fromText: (text: string) => unknown
  readonly fallback: Value
  /** The name in the configuration file, if it isn't that of the variable. */
  readonly inFile?: string
}

/**
 * The settings that the environment and the configuration file share, by their name in the code. The file uses the
 * variable's name in camelCase. Times are milliseconds.
 */
export const settings = {
  host: text('HOST', '127.0.0.1', 'The address to listen on.'),
  port: wholeNumber('PORT', 0, 65_535, 4173, 'The port to listen on; 0 picks a free one.'),
  discovery: choice('PARLEY_DISCOVERY', ['on', 'off'], 'on', 'Whether to look for local engines and provider keys.'),
  corsOrigins: origins('PARLEY_CORS_ORIGINS', 'Other origins whose pages may call the service.'),
  requestsPerMinute: wholeNumber(
    'PARLEY_REQUESTS_PER_MINUTE',
    0,
    1_000_000,
    0,
    'Requests per minute and key; 0 is unlimited.',
  ),
  maxChats: wholeNumber('PARLEY_MAX_CHATS', 1, 1_000_000, 4096, 'Maximum number of concurrent chats.'),
  maxBodyBytes: wholeNumber(
    'PARLEY_MAX_BODY_BYTES',
    1,
    1024 * megabyte,
    64 * megabyte,
    'Maximum size of a request body.',
  ),
  connectMs: wholeNumber('PARLEY_CONNECT_TIMEOUT_MS', 1, day, 5000, 'Timeout for connecting to an engine.'),
  firstByteMs: wholeNumber(
    'PARLEY_FIRST_BYTE_TIMEOUT_MS',
    1,
    day,
    5 * minute,
    'Timeout for the first byte of an engine’s response.',
  ),
  firstContentMs: wholeNumber(
    'PARLEY_FIRST_CONTENT_TIMEOUT_MS',
    1,
    day,
    minute,
    'How long a route waits for the first content of a reply before it asks the next engine.',
  ),
  idleMs: wholeNumber('PARLEY_IDLE_TIMEOUT_MS', 1, day, minute, 'Timeout between two parts of an engine’s response.'),
  engineCheckMs: wholeNumber('PARLEY_ENGINE_CHECK_MS', 100, day, minute / 2, 'How often the engines’ models are read.'),
  shutdownGraceMs: wholeNumber(
    'PARLEY_SHUTDOWN_GRACE_MS',
    0,
    day,
    10_000,
    'How long open streams may continue during shutdown.',
  ),
  modelFiles: {
    ...paths('PARLEY_MODELS', 'Model files in GGUF format to serve, or folders with such files.'),
    // The file's `models` are overrides of model details.
    inFile: 'modelFiles',
  },
  modelContext: wholeNumber(
    'PARLEY_MODEL_CONTEXT',
    256,
    10_000_000,
    8192,
    'The longest context of a local model in tokens; less if the model has less.',
  ),
  modelSlots: wholeNumber('PARLEY_MODEL_SLOTS', 1, 64, 2, 'Chats that a local model answers at the same time.'),
  modelQueue: wholeNumber('PARLEY_MODEL_QUEUE', 0, 10_000, 32, 'Chats that may wait for a local model.'),
  modelIdleMs: wholeNumber(
    'PARLEY_MODEL_IDLE_MS',
    1000,
    day,
    5 * minute,
    'A local model without a chat for this long is unloaded.',
  ),
  modelThreads: wholeNumber(
    'PARLEY_MODEL_THREADS',
    0,
    1024,
    0,
    'Threads of a local model; 0 is one less than the processor has.',
  ),
  modelGpu: choice('PARLEY_MODEL_GPU', ['auto', 'off'], 'auto', 'Whether local models may use the graphics card.'),
  mcp: urls('PARLEY_MCP', 'MCP servers that the service relays for pages that can’t call them.'),
  store: storeLocation(
    'PARLEY_STORE',
    'file:.parley',
    'Where keys and usage are stored: “file:” and a folder, or the address of a Postgres database.',
  ),
  journal: text(
    'PARLEY_JOURNAL',
    '.parley/journal',
    'Folder for usage that isn’t in the Postgres database yet, so that it survives a crash.',
  ),
  cache: cacheLocation(
    'PARLEY_CACHE',
    'off',
    'Where replies are kept for identical requests: “off”, “memory” or a URL.',
  ),
  cacheTtlMs: wholeNumber('PARLEY_CACHE_TTL_MS', 1, 365 * day, 60 * minute, 'How long a reply is kept.'),
  limits: limitsLocation(
    'PARLEY_LIMITS',
    'memory',
    'Where limits are counted: “memory”, or the address of a Valkey or Redis server that several processes share.',
  ),
  reservationMs: wholeNumber(
    'PARLEY_RESERVATION_MS',
    100,
    day,
    minute,
    'How long the reserved cost of a call outlives a process that was killed.',
  ),
  workers: wholeNumber('PARLEY_WORKERS', 1, 256, 1, 'How many processes serve, to use several cores.'),
  requestLog: choice(
    'PARLEY_REQUEST_LOG',
    ['off', 'metadata', 'texts'],
    'off',
    'Whether requests to models are logged for GET /v1/requests, and whether with their texts.',
  ),
  requestLogDays: wholeNumber('PARLEY_REQUEST_LOG_DAYS', 1, 3650, 30, 'Days after which logged requests are deleted.'),
  pageFolder: text('PARLEY_PAGE_FOLDER', '', 'Folder of the built page; empty means dist/ next to the program.'),
  logLevel: choice('LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info', 'Minimum level to log.'),
} as const satisfies Record<string, Setting<unknown>>

export type SettingValues = {
  -readonly [Name in keyof typeof settings]: (typeof settings)[Name]['fallback']
}

/** A setting's name in the configuration file: `PARLEY_ENGINE_CHECK_MS` is `engineCheckMs`. */
export function fileNameOf({ variable, inFile }: Pick<Setting<unknown>, 'variable' | 'inFile'>): string {
  if (inFile !== undefined) return inFile
  return variable
    .replace(/^PARLEY_/, '')
    .toLowerCase()
    .replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** Splits a comma-separated text, trimmed and without empty items. */
export function parseList(given: string): string[] {
  return given.split(',').flatMap((each) => each.trim() || [])
}

function text(variable: string, fallback: string, about: string): Setting<string> {
  const schema = z.string('must be a text').min(1, 'must not be empty').describe(about)
  return { variable, schema, fromText: (given) => given, fallback }
}

function storeLocation(variable: string, fallback: string, about: string): Setting<string> {
  const rule =
    'must be file: and a folder, such as file:/var/lib/parley, or the address of a database, such as postgres://127.0.0.1/parley'
  const schema = z
    .string(rule)
    .refine((given) => /^file:./s.test(given) || (isDatabase(given) && URL.canParse(given)), rule)
    .describe(about)
  return { variable, schema, fromText: (given) => given, fallback }
}

/** The rule doesn't repeat the value, which may contain a password. */
function cacheLocation(variable: string, fallback: string, about: string): Setting<string> {
  const rule = 'must be “off”, “memory”, or a redis:, rediss: or valkey: URL such as redis://127.0.0.1:6379'
  const schema = z.string(rule).refine(isCacheLocation, rule).describe(about)
  return { variable, schema, fromText: (given) => given, fallback }
}

function isCacheLocation(given: string): boolean {
  return given === 'off' || given === 'memory' || (/^(?:redis|rediss|valkey):\/\/./.test(given) && URL.canParse(given))
}

/** Whether a store is a Postgres database. */
export function isDatabase(store: string): boolean {
  return /^postgres(?:ql)?:\/\/./.test(store)
}

function limitsLocation(variable: string, fallback: string, about: string): Setting<string> {
  const rule = 'must be memory or the address of a Valkey or Redis server, such as redis://127.0.0.1:6379'
  const schema = z
    .string(rule)
    .refine((given) => given === 'memory' || (/^(?:rediss?|valkey):\/\/./.test(given) && URL.canParse(given)), rule)
    .describe(about)
  return { variable, schema, fromText: (given) => given, fallback }
}

function wholeNumber(variable: string, min: number, max: number, fallback: number, about: string): Setting<number> {
  const rule = `must be a whole number from ${min} to ${max}`
  const schema = z.int(rule).min(min, rule).max(max, rule).describe(about)
  const fromText = (given: string) => (/^\d+$/.test(given) ? Number(given) : undefined)
  return { variable, schema, fromText, fallback }
}

function choice<const Name extends string>(
  variable: string,
  names: readonly [Name, ...Name[]],
  fallback: NoInfer<Name>,
  about: string,
): Setting<Name> {
  const rule = `must be ${names.map((name) => `“${name}”`).join(' or ')}`
  return { variable, schema: z.enum(names, rule).describe(about), fromText: (given) => given, fallback }
}

function paths(variable: string, about: string): Setting<string[]> {
  const rule = 'must be paths of files or folders, such as ./models'
  const schema = z.array(z.string(rule).min(1, rule), rule).describe(about)
  return { variable, schema, fromText: parseList, fallback: [] }
}

function origins(variable: string, about: string): Setting<string[]> {
  const rule = 'must be origins such as https://app.example.com'
  const schema = z.array(z.string(rule).refine(isOrigin, rule), rule).describe(about)
  return { variable, schema, fromText: parseList, fallback: [] }
}

function urls(variable: string, about: string): Setting<string[]> {
  const rule = 'must be http or https URLs without a user name or #, such as https://mcp.example.com/mcp'
  const schema = z.array(z.string(rule).refine(isServerUrl, rule), rule).describe(about)
  return { variable, schema, fromText: parseList, fallback: [] }
}

function isServerUrl(given: string): boolean {
  if (!/^https?:/.test(given) || !URL.canParse(given)) return false
  const { username, password, hash } = new URL(given)
  return username === '' && password === '' && hash === ''
}

function isOrigin(given: string): boolean {
  return /^https?:/.test(given) && URL.canParse(given) && new URL(given).origin === given
}
