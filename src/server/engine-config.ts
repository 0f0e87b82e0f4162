import { z } from 'zod'
import { exactly } from './config-words.ts'

/** What the transport says itself: another value would break the request, or send it elsewhere. */
const ownHeaders = new Set(
  'accept accept-encoding connection content-length content-type expect host keep-alive te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
)

const urlRule = 'must be an http or https address without a user name, such as http://127.0.0.1:11434/v1'

/** Where an engine is: an address that holds no user name and no password. */
export const engineUrl = z.string(urlRule).refine(isEngineUrl, urlRule).meta({ format: 'uri' })

const variableRule = 'must be the name of an environment variable, such as MY_ENGINE_KEY'
const variableName = z.string(variableRule).regex(/^[A-Za-z_][A-Za-z0-9_]*$/, variableRule)

const headerRule = 'must be a text of one line, or {"env": "NAME"} with the name of an environment variable'

/** The value of a header: a text, or the variable that holds it. */
const headerValue = z.union(
  [z.string().regex(/^[\t\x20-\x7e]*$/, headerRule), z.strictObject({ env: variableName })],
  headerRule,
)

const headers = z.record(z.string(), headerValue).superRefine((given, context) => {
  for (const [name, value] of Object.entries(given)) {
    const complain = (message: string) => context.addIssue({ code: 'custom', path: [name], message })
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) complain('must have the name of a header')
    else if (ownHeaders.has(name.toLowerCase())) complain('may not be set, because Parley sets this header itself')
    else if (name.toLowerCase() === 'authorization' && typeof value === 'string') {
      complain('may not stand in the file: name the variable that holds the key with apiKeyEnv')
    }
  }
})

/** One engine of the configuration file: any server that speaks the chat-completions interface. */
export const engineConfig = exactly({
  name: z
    .string()
    .regex(/^[\w .:-]{1,60}$/, 'must be 1 to 60 letters, digits, spaces or any of . : _ -')
    .describe('Unique among the engines; shown at the start, in logs and in metrics.'),
  baseUrl: engineUrl.describe('Where /models and /chat/completions are found.'),
  apiKeyEnv: variableName.optional().describe('The environment variable that holds the engine’s key.'),
  models: z
    .array(z.string().min(1, 'must not be empty'))
    .min(1, 'must name a model; leave it out to have all')
    .optional()
    .describe('The engine’s own ids of the models to publish; left out, all that it lists.'),
  headers: headers.optional().describe('Sent with every request to this engine, and treated as secret.'),
})
export type EngineConfig = z.infer<typeof engineConfig>

function isEngineUrl(given: string): boolean {
  if (!URL.canParse(given)) return false
  const { protocol, username, password } = new URL(given)
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === ''
}
