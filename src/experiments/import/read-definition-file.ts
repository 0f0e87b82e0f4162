import { parseJson } from '#contract/json.ts'
import { type Definition, readDefinition } from '#experiments/definition.ts'

/** Reads the file of an experiment. `unmapped` lists what Parley can't take over, in sentences. */
export function readDefinitionFile(text: string): { definition: Definition; unmapped: string[] } | { problem: string } {
  const definition = readDefinition(parseJson(text))
  return 'problem' in definition ? definition : { definition, unmapped: [] }
}
