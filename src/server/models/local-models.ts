import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import type { ChatEvent } from '#contract/chat-event.ts'
import { estimateMemory } from '#dialects/gguf/model-files.ts'
import type { SettingValues } from '#server/config/settings-table.ts'
import type { LocalCall, LocalModel, ModelRuntime } from '#service/engines/gguf/model-runtime.ts'
import type { Log } from '#service/service-context.ts'
import { refuse } from '#service/service-error.ts'
import { type ModelFile, createModelFiles } from './model-files.ts'
import { UnusableModelError } from './model-process.ts'
import { type ModelMeter, ModelRunner } from './model-runner.ts'
import { findLlamaLibrary } from './process/llama-library.ts'
import { toolFormatOf } from './process/tool-format.ts'

type ModelSettings = Pick<
  SettingValues,
  'modelFiles' | 'modelContext' | 'modelSlots' | 'modelQueue' | 'modelIdleMs' | 'modelThreads' | 'modelGpu'
>

interface LocalModelsOptions {
  settings: ModelSettings
  log: Log
  meter: ModelMeter
  /** The folder with package.json. */
  projectFolder?: string
}

/** The server's runtime of local models. */
export interface LocalModels extends ModelRuntime {
  /** One sentence for each thing that keeps models from being served. */
  problems(): Promise<string[]>
  /** The process of the loaded model. */
  readonly pid: number | undefined
  /** Ends the process of the loaded model. */
  close(): void
}

const installAdvice = 'Local models need node-llama-cpp, which isn’t installed. Run “npm run models:install”.'

/** Serves the files that the settings name, each from a process of its own. */
export function createLocalModels({ settings, log, meter, projectFolder = project }: LocalModelsOptions): LocalModels {
  const { modelSlots: slots, modelQueue: queue, modelIdleMs: idleMs, modelGpu: gpu } = settings
  const find = createModelFiles(settings.modelFiles)
  const runner = new ModelRunner({ slots, queue, idleMs, log, meter })
  const threads = settings.modelThreads || Math.max(1, availableParallelism() - 1)
  /** Problems that only loading has shown, by path and stamp. */
  const unusable = new Map<string, string>()

  function problemOf(file: ModelFile): string | undefined {
    if (file.problem !== undefined) return file.problem
    if (!file.facts) return undefined
    const needed = estimateMemory(file.facts, contextOf(file), slots)
    const present = Math.min(totalmem(), process.constrainedMemory() || Infinity)
    if (needed > present) {
      return `It needs about ${gigabytes(needed)} of memory, but this machine has ${gigabytes(present)}. Use a smaller model, or lower PARLEY_MODEL_CONTEXT or PARLEY_MODEL_SLOTS.`
    }
    return unusable.get(`${file.path} ${file.stamp}`)
  }

  function contextOf({ facts }: ModelFile): number {
    return Math.min(facts?.contextLength ?? settings.modelContext, settings.modelContext)
  }

  async function* chat(call: LocalCall): AsyncGenerator<readonly ChatEvent[]> {
    const file = (await find()).files.find(({ name }) => name === call.name)
    const library = findLlamaLibrary(projectFolder)
    if (!file)
      throw refuse(
        'model_not_found',
        `The file of ${call.name} no longer exists. Restore it, or choose another model.`,
        { param: 'model' },
      )
    if (library === undefined) throw refuse('model_inactive', installAdvice, { param: 'model' })
    try {
      yield* runner.chat(call, { path: file.path, contextLength: contextOf(file), slots, threads, gpu, library })
    } catch (reason) {
      if (!(reason instanceof UnusableModelError)) throw reason
      if (reason.isLasting) unusable.set(`${file.path} ${file.stamp}`, reason.message)
      throw refuse('model_inactive', reason.message, { param: 'model' })
    }
  }

  return {
    async models() {
      const isInstalled = findLlamaLibrary(projectFolder) !== undefined
      const { files } = await find()
      return files.map((file): LocalModel => {
        const problem = isInstalled ? problemOf(file) : installAdvice
        return {
          name: file.name,
          ...(file.facts && { facts: file.facts }),
          contextLength: contextOf(file),
          callsTools: toolFormatOf(file.facts?.chatTemplate) !== undefined,
          ...(problem !== undefined && { problem }),
        }
      })
    },
    chat,
    async problems() {
      const { files, problems } = await find()
      const broken = files.flatMap((file) => {
        const problem = problemOf(file)
        return problem === undefined ? [] : [`${file.path}: ${problem}`]
      })
      return [...problems, ...broken, ...(findLlamaLibrary(projectFolder) === undefined ? [installAdvice] : [])]
    },
    get pid() {
      return runner.pid
    },
    close: () => runner.stop(),
  }
}

function gigabytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GB`
}

/** From the sources, or from the bundle in build/server. */
const project = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? '../../..' : '../..')
