import { ollamaBlobName, ollamaModelName } from '#dialects/gguf/ollama-store.ts'
import { partNames, readFileName } from '#dialects/gguf/model-files.ts'
import type { ChosenFile } from './read-model-files.ts'

/** A file in a folder that the user chose. */
export interface FolderFile {
  /** Below the chosen folder, with slashes. */
  path: string
  open(): Promise<ChosenFile>
}

/** A model in a folder. */
export interface FoundModel {
  name: string
  /** Its files, in order. */
  files: readonly FolderFile[]
}

/** Ollama's manifests are shorter, in bytes. */
const longestManifest = 65_536

/** The models among the files of a folder: GGUF files, and those of Ollama's store. Unreadable manifests are left out. */
export async function modelsIn(files: readonly FolderFile[]): Promise<FoundModel[]> {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const found = files.flatMap((file) => modelOf(file, byPath) ?? [])
  for (const file of files) {
    const [, root = '', path = ''] = /^(.*?)manifests\/(.+)$/u.exec(file.path) ?? []
    const name = ollamaModelName(path)
    if (name === undefined) continue
    const manifest = await textOf(file)
    const blob = manifest === undefined ? undefined : byPath.get(`${root}blobs/${ollamaBlobName(manifest)}`)
    if (blob) found.push({ name, files: [named(blob, `${name}.gguf`)] })
  }
  return found.toSorted((one, other) => one.name.localeCompare(other.name))
}

/** The model whose first file this is. */
function modelOf(file: FolderFile, byPath: ReadonlyMap<string, FolderFile>): FoundModel | undefined {
  const at = file.path.lastIndexOf('/') + 1
  const [folder, fileName] = [file.path.slice(0, at), file.path.slice(at)]
  const { model, part } = readFileName(fileName) ?? {}
  // Vision parts are no models of their own.
  if (model === undefined || fileName.startsWith('mmproj') || (part && part.number !== 1)) return undefined
  const files = partNames(fileName).flatMap((name) => byPath.get(folder + name) ?? [])
  return { name: model, files }
}

async function textOf(file: FolderFile): Promise<string | undefined> {
  try {
    return await (await file.open()).file.slice(0, longestManifest).text()
  } catch {
    return undefined
  }
}

/** The same file under another name: those of Ollama's store are called after their content. */
function named({ path, open }: FolderFile, name: string): FolderFile {
  return {
    path,
    async open() {
      const { file, handle } = await open()
      return { file: new File([file], name), ...(handle && { handle }) }
    },
  }
}

/** Folders below the chosen one are read so deep. Ollama's manifests lie four deep in it, or five in its parent. */
const deepest = 6
/** More files aren't looked at, so that a whole disk doesn't take for ever. */
const mostFiles = 20_000

/** TypeScript doesn't know the picker of folders, which only some browsers have. */
interface PickerWindow extends Window {
  showDirectoryPicker?(options: { mode: 'read' }): Promise<FileSystemDirectoryHandle>
}

/** Asks the user for a folder, and finds its models; undefined if the user cancels. Needs a user's gesture. */
export async function chooseFolder(): Promise<FoundModel[] | undefined> {
  const { showDirectoryPicker }: PickerWindow = window
  if (!showDirectoryPicker) return chooseWithInput()
  try {
    const files: FolderFile[] = []
    await readFolder(await showDirectoryPicker({ mode: 'read' }), '', files)
    return await modelsIn(files)
  } catch (reason) {
    // The browser may forbid it, for example in a frame.
    return reason instanceof DOMException && reason.name === 'AbortError' ? undefined : chooseWithInput()
  }
}

async function readFolder(folder: FileSystemDirectoryHandle, path: string, files: FolderFile[]): Promise<void> {
  if (path.split('/').length > deepest) return
  for await (const handle of folder.values()) {
    if (files.length >= mostFiles) return
    const own = `${path}${handle.name}`
    if (handle.kind === 'directory') await readFolder(handle, `${own}/`, files)
    else files.push({ path: own, open: async () => ({ handle, file: await handle.getFile() }) })
  }
}

function chooseWithInput(): Promise<FoundModel[] | undefined> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.webkitdirectory = true
    input.addEventListener('change', () => {
      const files = [...(input.files ?? [])].map((file) => ({
        // Without the name of the chosen folder itself.
        path: file.webkitRelativePath.slice(file.webkitRelativePath.indexOf('/') + 1),
        open: () => Promise.resolve({ file }),
      }))
      resolve(modelsIn(files))
    })
    input.addEventListener('cancel', () => resolve(undefined))
    input.click()
  })
}
