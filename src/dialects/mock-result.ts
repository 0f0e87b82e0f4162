import { type JsonRecord, isRecord, parseJson } from '#contract/json.ts'

/**
 * What a mock tool returns for these arguments. A mock result that is a list of `{when, result}` gives the first result
 * whose `when` equals the arguments that it names, or the one without `when`, or as `default`. Any other text is the result.
 * A result that is no text is sent as JSON. `args` is the JSON text of the model.
 */
export function mockResultOf(mockResult: string, args: string): string {
  const cases = parseJson(mockResult)
  if (!Array.isArray(cases) || cases.length === 0 || !cases.every(isCase)) return mockResult
  const given = parseJson(args)
  const isMatch = ({ when }: JsonRecord) =>
    isRecord(when) &&
    isRecord(given) &&
    Object.entries(when).every(([name, value]) => JSON.stringify(given[name]) === JSON.stringify(value))
  const found = cases.find(isMatch) ?? cases.find(({ when }) => when === undefined)
  const result = found && (Object.hasOwn(found, 'result') ? found['result'] : found['default'])
  if (result === undefined) return 'No mock result matches these arguments.'
  return typeof result === 'string' ? result : JSON.stringify(result)
}

function isCase(value: unknown): value is JsonRecord {
  return isRecord(value) && (Object.hasOwn(value, 'result') || Object.hasOwn(value, 'default'))
}
