import type { CodeRequest } from './code-request.ts'
import { curlCode } from './curl-code.ts'
import { fetchCode } from './fetch-code.ts'
import { pythonCode } from './python-code.ts'
import { typescriptAiCode } from './typescript-ai-code.ts'
import { typescriptOpenaiCode } from './typescript-openai-code.ts'

export interface CodeLanguage {
  id: string
  /** What the person chooses by. */
  label: string
  /** What the code is coloured as. */
  syntax: string
  /** How to get what the code needs; empty where nothing is. */
  install: string
  write: (request: CodeRequest) => string
}

/** Every way a request is written as code, in the order they are offered. */
export const codeLanguages: readonly CodeLanguage[] = [
  { id: 'curl', label: 'curl', syntax: 'sh', install: '', write: curlCode },
  { id: 'python', label: 'Python (openai)', syntax: 'python', install: 'pip install openai', write: pythonCode },
  {
    id: 'typescript-openai',
    label: 'TypeScript (openai)',
    syntax: 'ts',
    install: 'npm install openai',
    write: typescriptOpenaiCode,
  },
  {
    id: 'typescript-ai',
    label: 'TypeScript (ai)',
    syntax: 'ts',
    install: 'npm install ai @ai-sdk/openai-compatible',
    write: typescriptAiCode,
  },
  { id: 'fetch', label: 'fetch', syntax: 'js', install: '', write: fetchCode },
]
