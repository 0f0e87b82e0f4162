import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FunctionComponent, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CodeLanguage } from '#app/data/codegen/code-languages.ts'

// The cost of adding something is part of the design (docs/contributing.md). In a copy of the sources, each addition
// edits only the files named here. The copy must compile, and the addition must work everywhere, so that no list is
// maintained by hand in another place.

/** Six seconds on two idle cores, in milliseconds; the rest is for a busy machine. */
const timeout = 120_000

const copy = mkdtempSync(join(tmpdir(), 'parley-adding-'))

/** Imports a module of the copy. */
const load = (path: string) => import(join(copy, path))

interface Addition {
  what: string
  /** The files that change, and how. */
  files: Record<string, (source: string) => string>
  /** Asserts that the addition works in the copy. */
  works: () => Promise<void>
}

/** Adds a row at the top of a table, below its first line. */
function addRow(table: string, row: string): (source: string) => string {
  return (source) => source.replace(table, `${table}\n${row}`)
}

const additions: readonly Addition[] = [
  {
    what: 'a facet of the catalogue with a column',
    files: {
      'src/app/features/catalogue/facets/facet-table.ts': addRow(
        'export const facets = {',
        `planted: {
          kind: 'fixed',
          label: 'Planted weights',
          values: { open: 'Planted open', closed: 'Planted closed' },
          of: ({ open_weights: isOpen }) => (isOpen === undefined ? [] : isOpen ? 'open' : 'closed'),
          match: 'any',
          panel: 15,
          column: { name: 'planted', width: 6 },
        },
        plantedFlag: { kind: 'flag', label: 'Planted flag', of: (model) => model.open_weights === true },
        plantedLimit: {
          kind: 'range',
          label: 'Planted limit',
          figure: (model) => model.max_output_tokens,
          format: String,
          panel: 16,
          field: {
            end: 'min',
            label: 'Minimum planted',
            unit: 'tokens',
            sliderName: 'Planted from 1',
            stops: [1, 2],
            step: 1,
            words: String,
          },
        },`,
      ),
    },
    works: expectFacet,
  },
  {
    what: 'a parameter that the service checks',
    files: {
      'src/contract/parameters.ts': addRow(
        'export const parameters = {',
        `planted: {
          kind: 'number',
          wireName: 'planted_number',
          label: 'Planted number',
          help: 'Added by a test.',
          checked: true,
          allowed: { min: 0, max: 8 },
          range: { min: 0, max: 8, step: 1 },
          default: 2,
          pinned: true,
          ends: ['planted low', 'planted high'],
          sdk: { openai: true, ai: 'plantedForAi' },
        },`,
      ),
    },
    async works() {
      await expectChecked('planted_number', 3, 9, 'planted_number must be a number from 0 to 8.')
      await expectInPage({ planted: 3 }, { planted_number: 3 })
      const { ParametersPanel } = await load('src/app/features/playground/parameters/parameters-panel.tsx')
      const drawn = await draw(ParametersPanel, { name: 'Tiny', supported_parameters: ['top_p'] })
      for (const text of ['Planted number', 'planted low', 'Tiny doesn’t support this']) expect(drawn).toContain(text)
      const code = await codeFor({ parameters: { planted: 3 } })
      expect(code['python']).toContain('    planted_number=3,\n')
      expect(code['typescript-ai']).toContain('  plantedForAi: 3,\n')
    },
  },
  {
    what: 'a parameter that is a list and goes to the engine as it came',
    files: {
      'src/contract/parameters.ts': addRow(
        'export const parameters = {',
        `plantedList: {
          kind: 'list',
          wireName: 'planted_list',
          label: 'Planted list',
          help: 'Added by a test.',
          checked: false,
          allowed: { most: 2 },
          default: null,
        },`,
      ),
    },
    async works() {
      await expectInPage({ plantedList: ['a'] }, { planted_list: ['a'] })
      const { ParametersMore } = await load('src/app/features/playground/parameters/parameters-more.tsx')
      expect(await draw(ParametersMore)).toContain('Planted list')
      const code = await codeFor({ parameters: { plantedList: ['a'] } })
      expect(code['python']).toMatch(/extra_body=\{\s+"planted_list"/u)
      expect(code['typescript-ai']).toMatch(/providerOptions: [^$]*planted_list/u)
    },
  },
  {
    what: 'a field of the setup, with its editor,',
    files: {
      'src/app/data/setup.ts': addRow(
        'export const setupFields = {',
        `planted: field({
          label: 'Planted field',
          empty: '',
          read: readText,
          isReset: true,
          problem: (text) => (text === 'bad' ? 'Enter something good.' : undefined),
          request: {
            labels: { planted_field: 'Planted field' },
            write: (text) => (text === '' ? {} : { planted_field: text }),
            read: (body) => readText(body['planted_field']),
          },
          share: { as: 'planted', key: 'planted', describe: (text) => ['planted ' + text] },
          markdown: (text) => text,
        }),`,
      ),
      'src/app/features/playground/parameters/parameters-more.tsx': (source) =>
        source.replace(
          '<ExtraRow',
          `<input
            aria-label="Planted field"
            defaultValue={store.getState().planted}
            onChange={(event) => store.getState().applySetup({ planted: event.target.value })}
          />
          <ExtraRow`,
        ),
    },
    async works() {
      const { emptySetup, readExtraBody, resetSetup } = await load('src/app/data/setup.ts')
      const setup = { ...emptySetup, modelId: 'acme/tiny', planted: 'good' }
      for (const each of Object.values(await throughEverything(setup))) expect(each).toMatchObject({ planted: 'good' })

      const { invalidSettings, requestOf } = await load('src/app/chat/store/chat-request.ts')
      const body = requestOf(setup, 'acme/tiny', [])
      expect(body).toHaveProperty('planted_field', 'good')
      for (const code of Object.values(await codeFor(setup))) expect(code).toContain('planted_field')
      const { setupFromText } = await load('src/app/data/share/setup-from-text.ts')
      expect(setupFromText(JSON.stringify(body), '').panes).toMatchObject([{ planted: 'good', extraBody: '' }])
      expect(readExtraBody('{"planted_field": 1}').problem).toContain('Planted field')
      expect(invalidSettings({ ...setup, invalid: {}, planted: 'bad' })).toMatchObject([{ label: 'Planted field' }])

      const { goldenLinks } = await load('src/app/data/share/golden-links.test-support.ts')
      const { readPayload } = await load('src/app/data/share/share-codec.ts')
      for (const golden of goldenLinks) {
        expect(await readPayload(golden.fragment.slice('s='.length))).toEqual(golden.setup)
      }

      const workspace = await workspaceWith([setup, emptySetup])
      workspace.getState().applyToAll(workspace.getState().panes[0].id)
      const { store } = workspace.getState().panes[1]
      expect(store.getState()).toMatchObject({ planted: 'good', modelId: null })
      store.getState().applySetup(resetSetup)
      expect(store.getState().planted).toBe('')

      const { SharePreview } = await load('src/app/features/share/share-dialog.tsx')
      const { sharedSetupOf } = await load('src/app/chat/persistence/share-workspace.ts')
      const preview = { setup: sharedSetupOf(workspace.getState(), 'all', null), toTheLetter: false }
      expect(renderToStaticMarkup(createElement(SharePreview, preview))).toContain('planted good')
      const { writeHistoryMarkdown } = await load('src/app/data/history/history-file.ts')
      expect(writeHistoryMarkdown([savedWith(setup)])).toContain('### Planted field\n\ngood')
      const { ParametersMore } = await load('src/app/features/playground/parameters/parameters-more.tsx')
      expect(await draw(ParametersMore)).toContain('Planted field')
    },
  },
]

/** The schema and its fast check accept one value and refuse another, and the service forwards the valid one. */
async function expectChecked(wireName: string, good: unknown, bad: unknown, message: string) {
  const { chatRequest, isPlainChatRequest } = await load('src/contract/chat.ts')
  const request = { model: 'acme/tiny', messages: [{ role: 'user', content: 'Hi' }] }
  expect(chatRequest.parse({ ...request, [wireName]: good })).toHaveProperty(wireName, good)
  expect(isPlainChatRequest({ ...request, [wireName]: good })).toBe(true)
  expect(isPlainChatRequest({ ...request, [wireName]: bad })).toBe(false)
  const { startTestService } = await load('src/service/running-service.test-support.ts')
  const { createStubEngine } = await load('src/service/stub-engine.test-support.ts')
  const engine = createStubEngine()
  const { chat } = await startTestService([engine])
  const refused = await chat({ [wireName]: bad })
  expect([refused.status, await refused.json()]).toMatchObject([400, { error: { message, param: wireName } }])
  expect((await chat({ [wireName]: good })).status).toBe(200)
  expect(engine.calls.at(-1).request).toHaveProperty(wireName, good)
  const { createOpenApiDocument } = await load('src/service/api/openapi.ts')
  expect(createOpenApiDocument().components.schemas.ChatRequest.properties).toHaveProperty(wireName)
}

/** Parameters reach the request, and round-trip through a link, a conversation file, a preset and a pasted body. */
async function expectInPage(values: object, wire: object) {
  const { emptySetup } = await load('src/app/data/setup.ts')
  const setup = { ...emptySetup, modelId: 'acme/tiny', parameters: values }
  const { requestOf } = await load('src/app/chat/store/chat-request.ts')
  const body = requestOf(setup, 'acme/tiny', [])
  expect(body).toMatchObject(wire)
  const { setupFromText } = await load('src/app/data/share/setup-from-text.ts')
  expect(setupFromText(JSON.stringify(body), '').panes).toMatchObject([{ parameters: values, extraBody: '' }])
  const back = await throughEverything(setup)
  for (const each of Object.values(back)) expect(each).toMatchObject({ parameters: values })
}

async function workspaceWith(panes: readonly object[]) {
  const { createWorkspace } = await load('src/app/chat/store/workspace.ts')
  const workspace = createWorkspace({ stream: async function* () {}, now: () => 0, schedule: () => {} })
  workspace.getState().open({ panes })
  return workspace
}

/** A saved conversation without messages. */
function savedWith(setup: object) {
  const row = { id: 'c', title: 'x', opening: '', pinned: false, createdAt: 0, updatedAt: 0, deletedAt: null }
  return {
    row: { ...row, detached: false, draft: '', panes: [{ id: 'p', setup, tip: null, draft: '' }] },
    messages: [],
  }
}

/** A setup after sharing, export and import, saving as a preset, and storing in the history. */
async function throughEverything(setup: object): Promise<Record<string, unknown>> {
  const workspace = await workspaceWith([setup])
  const { sharedSetupOf, panesOf } = await load('src/app/chat/persistence/share-workspace.ts')
  const { readPayload, writeFragment } = await load('src/app/data/share/share-codec.ts')
  const fragment: string = await writeFragment(sharedSetupOf(workspace.getState(), 'all', null))
  const [shared] = panesOf(await readPayload(fragment.slice('s='.length)), () => null)

  const { writeHistoryFile } = await load('src/app/data/history/history-file.ts')
  const { readHistoryFile } = await load('src/app/data/history/import-file.ts')
  const file = readHistoryFile(writeHistoryFile([savedWith(setup)], new Date()))

  const { createPresets } = await load('src/app/data/storage/presets.ts')
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  }
  createPresets(storage)
    .getState()
    .save({ ...setup, name: 'Kept' })
  const [preset] = createPresets(storage).getState().presets

  const { takeSnapshot } = await load('src/app/chat/persistence/snapshot.ts')
  const { contentOf } = await load('src/app/chat/persistence/merge-saved.ts')
  const { setup: taken } = takeSnapshot(workspace).panes[0]
  const [history] = contentOf(savedWith(taken)).panes
  return { shared, file: file.conversations[0].panes[0].setup, preset, history }
}

async function codeFor(setup: object): Promise<Record<string, string>> {
  const { emptySetup } = await load('src/app/data/setup.ts')
  const { requestOf } = await load('src/app/chat/store/chat-request.ts')
  const { codeLanguages } = await load('src/app/data/codegen/code-languages.ts')
  const body = requestOf({ ...emptySetup, ...setup }, 'acme/tiny', [])
  const request = { baseUrl: 'http://parley.test/v1', body, stream: false }
  return Object.fromEntries(codeLanguages.map(({ id, write }: CodeLanguage) => [id, write(request)]))
}

/** The markup of a component of the parameters panel. */
async function draw(component: FunctionComponent<Record<string, unknown>>, model?: object): Promise<string> {
  const { createConversationStore } = await load('src/app/chat/store/conversation-store.ts')
  const store = createConversationStore({ stream: async function* () {}, now: () => 0, schedule: () => {} })
  return renderToStaticMarkup(createElement(component, { store, idPrefix: 'p', model }))
}

describe('adding', () => {
  const changed = [...new Set(additions.flatMap(({ files }) => Object.keys(files)))]
  let compiled: Promise<string>

  beforeAll(() => {
    for (const path of ['package.json', 'src']) {
      cpSync(path, join(copy, path), { recursive: true, filter: (source) => !source.includes('.test.ts') })
    }
    symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'), 'junction')
    for (const { files } of additions) {
      for (const [path, edit] of Object.entries(files)) {
        writeFileSync(join(copy, path), edit(readFileSync(join(copy, path), 'utf8')))
      }
    }
    compiled = compile(copy)
  }, timeout)
  afterAll(() => rmSync(copy, { recursive: true }))

  it('changes no other file', () => {
    const different = readdirSync(join(copy, 'src'), { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) =>
        join(each.parentPath, each.name)
          .slice(copy.length + 1)
          .replaceAll('\\', '/'),
      )
      .filter((path) => readFileSync(join(copy, path), 'utf8') !== readFileSync(path, 'utf8'))
    expect(different.toSorted()).toEqual(changed.toSorted())
  })

  it.each(additions)('$what works everywhere', { timeout }, async ({ works }) => {
    expect.hasAssertions()
    await works()
  })

  it('has no compiler errors', { timeout }, async () => {
    expect(await compiled).toBe('')
  })
})

/** The compiler's errors for the layers in a folder; empty if there are none. */
function compile(folder: string): Promise<string> {
  const compilerOptions = {
    composite: false,
    emitDeclarationOnly: false,
    noEmit: true,
    jsx: 'react-jsx',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: ['vite/client'],
  }
  const include = ['contract', 'dialects', 'experiments', 'service', 'app'].map((layer) => `src/${layer}`)
  const config = join(folder, 'tsconfig.json')
  writeFileSync(config, JSON.stringify({ extends: './src/tsconfig.base.json', compilerOptions, include }))
  return new Promise((resolve) => {
    execFile('node_modules/.bin/tsc', ['-p', config], { encoding: 'utf8' }, (_error, stdout) => resolve(stdout))
  })
}

/** A facet, a flag and a range filter by the URL, are counted, and appear in the panel, the chips and the table. */
async function expectFacet() {
  const catalogue = 'src/app/features/catalogue'
  const { readView, writeView } = await load(`${catalogue}/query/catalogue-view.ts`)
  const { indexModels } = await load(`${catalogue}/query/model-index.ts`)
  const { selectModels } = await load(`${catalogue}/query/select-models.ts`)
  const { modelOf } = await load(`${catalogue}/messy-models.test-support.ts`)
  const models = [
    modelOf('a/open', { open_weights: true, max_output_tokens: 8 }),
    modelOf('a/short', { open_weights: true, max_output_tokens: 2 }),
    modelOf('a/closed', { open_weights: false, max_output_tokens: 8 }),
    modelOf('a/unknown'),
  ]
  const index = indexModels(models)
  const order = Int32Array.from(models.keys())
  const select = (view: object) => selectModels({ index, view, matches: null, order, costs: () => null })

  const search = { planted: 'open', plantedFlag: true, minPlantedLimit: 4, columns: 'name,planted' }
  const { view, broken } = readView({ ...search, planted: 'open,nonsense' })
  expect(broken).toEqual(['planted=nonsense'])
  expect(writeView(view)).toEqual(search)
  expect(select(view).places).toEqual([0])
  const { view: one } = readView({ planted: 'open' })
  const { places, counts } = select(one)
  expect([[...places], [...counts.planted], [...counts.plantedFlag]]).toEqual([[0, 1], [2, 1], [2]])

  const { activeFilters } = await load(`${catalogue}/facets/filter-chips.tsx`)
  const chips: { words: string; without: (before: object) => object }[] = activeFilters(view, '')
  expect(chips.map(({ words }) => words)).toEqual(['Planted open', 'Planted flag', 'Planted limit from 4'])
  const none = chips.reduce((before, { without }) => without(before), view)
  expect(writeView(none)).toEqual({ columns: search.columns })

  const { FacetPanel } = await load(`${catalogue}/facets/facet-panel.tsx`)
  const panel = renderToStaticMarkup(createElement(FacetPanel, { view: one, counts, values: index.values }))
  for (const text of ['Planted weights', 'Planted closed', 'Planted flag', 'Minimum planted', 'Planted from 1']) {
    expect(panel).toContain(text)
  }
  const { columns, headingOf } = await load(`${catalogue}/table/columns.tsx`)
  const drawn = models.map((model) => renderToStaticMarkup(columns.planted.cell({ model })))
  expect(headingOf('planted', [])).toBe('Planted weights')
  expect(drawn.map((cell) => cell.replaceAll(/<[^>]*>/gu, ''))).toEqual([
    'Planted open',
    'Planted open',
    'Planted closed',
    '–',
  ])
  expect([...columns.planted.sortBy(index)]).toEqual([1, 1, 2, Number.NaN])
}
