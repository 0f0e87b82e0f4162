import { isRecord, parseJson } from '#contract/json.ts'
import { type Definition, readDefinition } from '#experiments/definition.ts'
import { type PlacedResult, readResultsFile } from '#experiments/export/results-table.ts'
import { readPromptfoo } from './read-promptfoo.ts'

/** An experiment from a file. */
export interface DefinitionFile {
  definition: Definition
  /** The results that come with it. */
  results: PlacedResult[]
  /** What couldn't be taken over, in sentences. */
  unmapped: string[]
}

/**
 * Reads the file of an experiment: a definition or results exported from Parley, or a promptfoo configuration. `problem` says
 * what is wrong, and what to do.
 */
export function readDefinitionFile(text: string): DefinitionFile | { problem: string } {
  const json = parseJson(text)
  if (isRecord(json) && 'parleyExperiment' in json) {
    const definition = readDefinition(json)
    return 'problem' in definition ? definition : { definition, results: [], unmapped: [] }
  }
  if (isRecord(json) && 'format' in json) {
    const read = readResultsFile(text)
    return 'problem' in read ? read : { ...read, unmapped: [] }
  }
  const read = readPromptfoo(text)
  return 'problem' in read ? read : { ...read, results: [] }
}
