import { browserConnection, idOf, loadFile, modelFiles, openModelFiles } from '#app/data/model-files/model-files.ts'
import type { ChosenFile } from '#app/data/model-files/read-model-files.ts'
import { selectModel } from './select-model.ts'

/**
 * Opens the chosen files of one model and selects it. Resolves when it is loaded, with a sentence to announce; with
 * undefined if it isn't, which `modelFiles` explains. Never rejects.
 */
export async function openChosenModel(chosen: readonly ChosenFile[]): Promise<string | undefined> {
  const name = await openModelFiles(chosen)
  if (name === undefined) return undefined
  selectFile(name)
  const stateOf = () => modelFiles.getState().models.find((each) => each.name === name)?.state.kind
  if (stateOf() === 'loading') await loadFile(name)
  return stateOf() === 'loaded' ? `${name} is loaded and selected.` : undefined
}

/** Selects a model in a file. */
export function selectFile(name: string): void {
  selectModel(idOf(name), browserConnection(), { keepsStarted: true })
}

/** TypeScript doesn't know the pickers of files, which only some browsers have. */
interface PickerWindow extends Window {
  showOpenFilePicker?(options: {
    multiple: boolean
    types: { description: string; accept: Record<string, string[]> }[]
  }): Promise<FileSystemFileHandle[]>
}

/**
 * Asks the user for the files of a model, with handles where the browser has them. Resolves to none if the user cancels.
 * Needs a user's gesture.
 */
export async function chooseModelFiles(): Promise<readonly ChosenFile[]> {
  const { showOpenFilePicker }: PickerWindow = window
  if (!showOpenFilePicker) return chooseWithInput()
  const types = [{ description: 'Model files', accept: { 'application/octet-stream': ['.gguf'] } }]
  try {
    const handles = await showOpenFilePicker({ multiple: true, types })
    return await Promise.all(handles.map(async (handle) => ({ handle, file: await handle.getFile() })))
  } catch (reason) {
    // The browser may forbid it, for example in a frame.
    return reason instanceof DOMException && reason.name === 'AbortError' ? [] : chooseWithInput()
  }
}

function chooseWithInput(): Promise<readonly ChosenFile[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.multiple = true
    input.accept = '.gguf'
    input.addEventListener('change', () => resolve([...(input.files ?? [])].map((file) => ({ file }))))
    input.addEventListener('cancel', () => resolve([]))
    input.click()
  })
}

/** The dropped files, with the handles that the browser gave for them, in the same order. */
export async function droppedFiles(
  files: readonly File[],
  handles: readonly (Promise<FileSystemHandle | null> | undefined)[],
): Promise<readonly ChosenFile[]> {
  const known = await Promise.all(handles.map(async (handle) => handle?.catch(() => null)))
  return files.map((file) => {
    const handle = known.find((each) => each instanceof FileSystemFileHandle && each.name === file.name)
    return { file, ...(handle instanceof FileSystemFileHandle && { handle }) }
  })
}
