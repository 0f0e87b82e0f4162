import { errorOf, type ErrorDetail } from './errors.ts'
import { isRecord, type JsonRecord } from './json.ts'

/**
 * Reads the error out of a body or frame, in any of the shapes engines use: `{error: {…}}`, `{error: "text"}`,
 * vLLM's flat `{object: "error", message}`, FastAPI's `{detail}`. Numeric codes become strings.
 * Returns undefined when the value is not an error at all.
 */
export function readErrorDetail(value: unknown): ErrorDetail | undefined {
  if (!isRecord(value)) return undefined
  const { error } = value
  if (isRecord(error)) return detailOf(error)
  if (typeof error === 'string' && error !== '') return errorOf('upstream_error', error)
  if (value['object'] === 'error') return detailOf(value)
  if (typeof value['detail'] === 'string' && !('choices' in value)) return errorOf('upstream_error', value['detail'])
  return undefined
}

function detailOf(fields: JsonRecord): ErrorDetail {
  const { message, type, param, code } = fields
  return {
    message:
      typeof message === 'string' && message !== '' ? message : 'The engine reported an error without saying which.',
    type: typeof type === 'string' && type !== '' ? type : 'upstream_error',
    param: typeof param === 'string' ? param : null,
    code: typeof code === 'string' ? code : typeof code === 'number' ? String(code) : null,
  }
}
