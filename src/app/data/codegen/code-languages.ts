import { curlCode } from './curl-code.ts'
import type { CodeRequest } from './literal.ts'
import { fetchCode, pythonCode, typescriptAiCode, typescriptOpenaiCode } from './snippets.ts'

export interface CodeLanguage {
  id: string
  /** What the person chooses by. */
  label: string
  /** What the code is coloured as. */
  syntax: string
  /** What to save the code as; null where it is pasted into a shell. */
  file: string | null
  /** What to type in the folder of that file, in this order: it gets what the code needs, and runs it. */
  commands: readonly string[]
  /** What runs the same code as TypeScript, saved under another name; absent where there is no such way. */
  typescript?: { file: string; command: string }
  write: (request: CodeRequest) => string
}

// Top-level await needs a module. By its name a file is one in any folder, also where `npm init` made CommonJS the rule.
const module = {
  file: 'chat.mjs',
  run: 'node chat.mjs',
  typescript: { file: 'chat.mts', command: 'npx tsx chat.mts' },
}

/** Every way a request is written as code, in the order they are offered. */
export const codeLanguages: readonly CodeLanguage[] = [
  { id: 'curl', label: 'curl', syntax: 'sh', file: null, commands: [], write: curlCode },
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
