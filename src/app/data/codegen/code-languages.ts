import { curlFilesCode } from './curl-files.ts'
import type { CodeRequest } from './literal.ts'
import { typescriptAiCode } from './ai-code.ts'
import { fetchCode, typescriptOpenaiCode } from './javascript-code.ts'
import { pythonCode } from './python-code.ts'

export interface CodeLanguage {
  id: string
  /** What the person chooses by. */
  label: string
  /** The language for syntax highlighting. */
  syntax: string
  /** The file name; null if the code is pasted into a shell. */
  file: string | null
  /** Commands that install the dependencies and run the file, in order. */
  commands: readonly string[]
  /** How to run the same code as TypeScript; absent if it isn't possible. */
  typescript?: { file: string; command: string }
  write: (request: CodeRequest) => string
}

// Top-level await needs a module; these extensions make one even where `npm init` made CommonJS the default.
const module = {
  file: 'chat.mjs',
  run: 'node chat.mjs',
  typescript: { file: 'chat.mts', command: 'npx tsx chat.mts' },
}

/** All languages of "Get code", in the order in which they are offered. */
export const codeLanguages: readonly CodeLanguage[] = [
  { id: 'curl', label: 'curl', syntax: 'sh', file: null, commands: [], write: curlFilesCode },
  {
    id: 'python',
    label: 'Python (openai)',
    syntax: 'python',
    file: 'chat.py',
    commands: ['pip install openai', 'python3 chat.py'],
    write: pythonCode,
  },
  {
    id: 'typescript-openai',
    label: 'TypeScript (openai)',
    syntax: 'ts',
    file: module.file,
    commands: ['npm install openai', module.run],
    typescript: module.typescript,
    write: typescriptOpenaiCode,
  },
  {
    id: 'typescript-ai',
    label: 'TypeScript (ai)',
    syntax: 'ts',
    file: module.file,
    commands: ['npm install ai @ai-sdk/openai-compatible', module.run],
    typescript: module.typescript,
    write: typescriptAiCode,
  },
  {
    id: 'fetch',
    label: 'fetch',
    syntax: 'js',
    file: module.file,
    commands: [module.run],
    typescript: module.typescript,
    write: fetchCode,
  },
]
