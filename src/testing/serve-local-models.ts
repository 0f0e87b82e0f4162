import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import OpenAI from 'openai'
import { createMetrics } from '#server/observability/metrics.ts'
import { createEngine } from '#service/engines/registry.ts'
import { silentLog, systemClock } from '#service/service-context.ts'
import { startParley, validKey } from './start-parley.ts'
import { createLocalModels } from '#server/models/local-models.ts'

interface ServeOptions {
  slots?: number
  queue?: number
  idleMs?: number
  /** Where node-llama-cpp is looked for. */
  projectFolder?: string
}

/** Model files in a folder of their own, a server over them, and a client. */
export async function serveLocalModels(
  files: Record<string, Uint8Array>,
  { slots = 2, queue = 4, idleMs = 60_000, projectFolder }: ServeOptions = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'parley-models-'))
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes)
  const { modelMeter, expose } = createMetrics()
  const models = createLocalModels({
    settings: {
      modelFiles: [folder],
      modelContext: 32_768,
      modelSlots: slots,
      modelQueue: queue,
      modelIdleMs: idleMs,
      modelThreads: 1,
      modelGpu: 'off',
    },
    log: silentLog,
    meter: modelMeter,
    ...(projectFolder !== undefined && { projectFolder }),
  })
  const parley = await startParley([createEngine({ kind: 'model-files', runtime: models }, { clock: systemClock })])
  return {
    folder,
    models,
    parley,
    client: new OpenAI({ baseURL: `${parley.baseUrl}/v1`, apiKey: validKey, maxRetries: 0 }),
    /** The value of a metric; its labels belong to the name. */
    async metric(name: string): Promise<number> {
      const line = (await expose()).split('\n').find((each) => each.startsWith(`${name} `))
      return Number(line?.slice(name.length))
    },
    async close() {
      parley.close()
      models.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type ServedLocalModels = Awaited<ReturnType<typeof serveLocalModels>>

/** A chat with one message. */
export function ask(content: string, model = 'local/tiny') {
  return { model, messages: [{ role: 'user' as const, content }] }
}

/** Waits for something, for up to ten seconds. */
export async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if (await isDone()) return
    await sleep(20)
  }
  throw new Error('It didn’t happen within 10 seconds.')
}
