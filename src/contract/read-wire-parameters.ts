import type { JsonRecord } from './json.ts'
import { isAllowed, parameterNames, parameters, type ParameterValues } from './parameters.ts'

/** The parameters among the fields of a request body, by their wire names; a value that may not be sent is left out. */
export function readWireParameters(body: JsonRecord): ParameterValues {
  const values: ParameterValues = {}
  for (const name of parameterNames) {
    const value = Object.hasOwn(body, parameters[name].wireName) ? body[parameters[name].wireName] : undefined
    if (typeof value === 'number' && isAllowed(parameters[name], value)) values[name] = value
  }
  return values
}
