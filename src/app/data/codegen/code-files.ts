import { readReference } from '#app/data/attachments/attachment.ts'
import type { RequestPart } from '#app/data/calls/chat-stream.ts'
import type { CodeRequest } from './literal.ts'

/** An attached file. Code reads it from the current folder instead of containing its bytes. */
export interface CodeFile {
  name: string
  /** The text before its base64: the head of a data URL, or nothing. */
  head: string
}

/** The files of a request, by the data URL or base64 text that each one becomes. */
export type CodeFiles = ReadonlyMap<string, CodeFile>

const endings: Readonly<Record<string, string>> = { jpeg: 'jpg', mpeg: 'mp3', 'svg+xml': 'svg' }

/** The attached files of a request. Every one has a name of its own. */
export function filesOf({ body }: CodeRequest): CodeFiles {
  const files = new Map<string, CodeFile>()
  const taken = new Set<string>()
  for (const { content } of body.messages) {
    for (const part of Array.isArray(content) ? content : []) {
      const found = dataOf(part)
      if (!found || files.has(found.data)) continue
      const wanted = safeName(found.name ?? '')
      const name = freeName(wanted === '' ? `${found.kind}.${found.ending}` : wanted, taken)
      taken.add(name)
      files.set(found.data, { name, head: found.head })
    }
  }
  return files
}

/**
 * The media type of a data URL, or of a reference to an attached file; undefined for anything else. Only plain types, as they
 * become part of the code.
 */
export function mediaTypeOf(url: string): string | undefined {
  return readReference(url)?.type ?? /^data:([\w.+-]{1,60}\/[\w.+-]{1,60});base64,/.exec(url.slice(0, 150))?.[1]
}

function dataOf(part: RequestPart) {
  if (part.type === 'input_audio') {
    const { data, format } = part.input_audio
    return { data, head: '', kind: 'audio', ending: safeName(format), name: readReference(data)?.name }
  }
  if (part.type === 'text') return undefined
  const isImage = part.type === 'image_url'
  const data = isImage ? part.image_url.url : part.file.file_data
  const type = mediaTypeOf(data)
  if (type === undefined) return undefined
  const ending = type.split('/')[1] ?? ''
  return {
    data,
    head: `data:${type};base64,`,
    kind: isImage ? 'image' : 'file',
    ending: endings[ending] ?? ending,
    name: isImage ? readReference(data)?.name : part.file.filename,
  }
}

/**
 * A name without folders: a shared setup must not make the code read, and send, any other file of the person who runs it. Nor
 * can it contain a line break, which would end a comment.
 */
function safeName(name: string): string {
  const last = name.split(/[/\\]/u).at(-1) ?? ''
  return last
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/^[.~\s-]+/u, '')
    .trim()
    .slice(0, 100)
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  const [, start = name, ending = ''] = /^(.*?)(\.[^.]*)?$/su.exec(name) ?? []
  for (let count = 2; ; count++) {
    const other = `${start}-${count}${ending}`
    if (!taken.has(other)) return other
  }
}

/** A comment for code that reads files; empty if it reads none. */
export function fileComment(files: CodeFiles, mark: string): string {
  const all = [...files.values()]
  if (all.length === 0) return ''
  const orUrl = all.some(({ head }) => head.startsWith('data:image/')) ? ' An image can also be a URL.' : ''
  return `${mark} Put ${all.map(({ name }) => name).join(', ')} into the folder where you run this.${orUrl}\n`
}

/** The start of a JavaScript module that reads files; empty if it reads none. */
export function fileImport(files: CodeFiles): string {
  return files.size === 0 ? '' : `${fileComment(files, '//')}import { readFile } from 'node:fs/promises'\n`
}
