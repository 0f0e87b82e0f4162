import type { ErrorDetail } from '#contract/errors.ts'

/** An engine's error without the key that we sent it, which some engines repeat. */
export function hideKey(error: ErrorDetail, key: string | undefined): ErrorDetail {
  if (key === undefined || key === '' || !JSON.stringify(error).includes(JSON.stringify(key).slice(1, -1))) return error
  const hide = (text: string) => text.replaceAll(key, '(not shown)')
  return {
    message: hide(error.message),
    type: hide(error.type),
    param: error.param === null ? null : hide(error.param),
    code: error.code === null ? null : hide(error.code),
  }
}
