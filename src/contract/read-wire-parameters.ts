import type { JsonRecord } from './json.ts'
import { parameterNames, parameters, readParameters, type ParameterValues } from './parameters.ts'

/** The parameters among the fields of a request body, by their wire names; a value that may not be sent is left out. */
export function readWireParameters(body: JsonRecord): ParameterValues {
  return readParameters(
    Object.fromEntries(
      parameterNames.map((name) => {
        const { wireName } = parameters[name]
        return [name, Object.hasOwn(body, wireName) ? body[wireName] : undefined]
      }),
    ),
  )
}
