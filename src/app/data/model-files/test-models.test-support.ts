import type { ChosenFile } from './read-model-files.ts'

/** A tiny model, as if the user had chosen its file; see src/testing/serve-test-models.ts for the names. */
export async function testModel(served: string, name = served): Promise<ChosenFile> {
  const response = await fetch(`/test-models/${served}`)
  if (!response.ok) throw new Error(`There is no test model ${served}.`)
  return { file: new File([await response.arrayBuffer()], name) }
}
