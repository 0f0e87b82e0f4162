import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHistory } from '#app/data/history/history.ts'
import { memoryDb } from '#app/data/history/history.test-support.ts'
import { writeHistoryFile } from '#app/data/history/history-file.ts'
import { readHistoryFile } from '#app/data/history/import-file.ts'
import { type Setup, readStoredSetup, setupOf } from '#app/data/setup.ts'
import { anySetup } from '#app/data/share/any-setup.test-support.ts'
import { readPayload, writeFragment } from '#app/data/share/share-codec.ts'
import { setupOfShared, sharedFieldsOf } from '#app/data/share/shared-setup.ts'
import { createPresets } from '#app/data/storage/presets.ts'
import { memoryStorage, openTab } from './conversation-persister.test-support.ts'

// Every way in which a setup is kept keeps every field of it.

/** An id as services have them. An import makes spaces of control characters, which no id has. */
const modelId = fc.option(fc.stringMatching(/^[\w.:@~/ -]{1,40}$/u))

/** The setup of a pane, with every field that the page can set. */
const setup: fc.Arbitrary<Setup> = fc
  .record({ shared: anySetup, modelId, connectionId: fc.option(fc.constantFrom('c1', 'c2')) })
  .map(({ shared: { panes }, ...withModel }) => ({ ...setupOfShared(panes[0] ?? {}), ...withModel }))

const claims = { hold: () => () => undefined, held: () => Promise.resolve(new Set<string>()) }

/** A tab whose conversation has this setup and a message. */
function tabWith(kept: Setup, db = memoryDb()) {
  const history = createHistory(db, claims)
  const tab = openTab(history)
  tab.store().getState().applySetup(kept)
  tab.store().getState().insertAfter(null, 'user', 'Hello')
  return { tab, history }
}

const ways: Readonly<Record<string, (kept: Setup) => Promise<Setup | undefined> | Setup | undefined>> = {
  'a reload': (kept) => readStoredSetup(JSON.parse(JSON.stringify(kept))),
  'a preset': (kept) => {
    const storage = memoryStorage()
    createPresets(storage)
      .getState()
      .save({ name: 'Mine', ...kept })
    const [preset] = createPresets(storage).getState().presets
    return preset && setupOf(preset)
  },
  'a row of the history': async (kept) => {
    const { tab, history } = tabWith(kept)
    await tab.persister.flush()
    const other = openTab(history)
    await other.persister.open(tab.workspace.getState().conversationId)
    return setupOf(other.store().getState())
  },
  'an export file': async (kept) => {
    const { tab, history } = tabWith(kept)
    await tab.persister.flush()
    const saved = await history.read(tab.workspace.getState().conversationId)
    const file = readHistoryFile(writeHistoryFile(saved ? [saved] : [], new Date(0)))
    return 'refusal' in file ? undefined : file.conversations[0]?.panes[0]?.setup
  },
  'undoing a message': (kept) => {
    const { tab } = tabWith(kept)
    tab.store().getState().undo()
    tab.store().getState().redo()
    return setupOf(tab.store().getState())
  },
  'a branch in a pane of its own': (kept) => {
    const { tab } = tabWith(kept)
    const [pane] = tab.workspace.getState().panes
    tab.workspace.getState().sendBranch(pane?.id ?? '', tab.store().getState().tip ?? '', null)
    const copy = tab.workspace.getState().panes[1]
    return copy && setupOf(copy.store.getState())
  },
  'a new conversation': (kept) => {
    const { tab } = tabWith(kept)
    tab.workspace.getState().startNew()
    return setupOf(tab.store().getState())
  },
}

test.each(Object.entries(ways))('%s keeps every field of a setup', async (_, way) => {
  await fc.assert(
    fc.asyncProperty(setup, async (kept) => {
      expect(await way(kept)).toEqual(kept)
    }),
    { numRuns: 30 },
  )
})

test('a link keeps every field of a setup but its connection, which belongs to one browser', async () => {
  await fc.assert(
    fc.asyncProperty(setup, async (kept) => {
      const fragment = await writeFragment({ panes: [{ ...sharedFieldsOf(kept), messages: [] }], draft: '' })
      const read = await readPayload(fragment.slice('s='.length))
      expect(typeof read === 'object' && setupOfShared(read.panes[0] ?? {})).toEqual({ ...kept, connectionId: null })
    }),
    { numRuns: 30 },
  )
})
