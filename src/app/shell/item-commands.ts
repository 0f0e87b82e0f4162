import { persistenceState } from '#app/chat/persistence/load-persistence.ts'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { titleOf } from '#app/data/history/rows.ts'
import { textModels } from '#app/models/text-models.ts'
import { focusOn } from '#app/ui/focus.ts'
import { type CommandContext, appCommands, inPlayground } from './app-commands.ts'
import { type Command, wordsOf } from './shortcuts.ts'

/** A saved conversation by its title. */
export interface SavedTitle {
  id: string
  title: string
}

/** The titles of the saved conversations, latest first. Doesn't load the database if nothing was saved. */
export async function loadSavedTitles(): Promise<SavedTitle[]> {
  if (persistenceState.getState().before === 'none') return []
  const [{ historyDb }, { listConversations }] = await Promise.all([
    import('#app/data/history/open-history.ts'),
    import('#app/data/history/conversation-rows.ts'),
  ])
  return (await listConversations(historyDb)).map((row) => ({ id: row.id, title: titleOf(row) }))
}

/** The fixed commands, with those that open files: they have no shortcut, and needn't be part of the first scripts. */
export function paletteCommands(context: CommandContext): Command[] {
  const show = () => context.go('/')
  const files: Command[] = [
    {
      id: 'file',
      title: 'Open a file',
      keywords: 'import setup json curl',
      group: 'Conversation',
      run: () => void import('./open-files.ts').then(({ chooseFile }) => chooseFile(show)),
    },
    {
      id: 'model-file',
      title: 'Open a model file',
      keywords: 'gguf local offline llama',
      group: 'Conversation',
      run: () => void import('./open-files.ts').then(({ chooseModel }) => chooseModel(show)),
    },
  ]
  const commands = appCommands(context)
  return commands.toSpliced(commands.findIndex(({ id }) => id === 'connect') + 1, 0, ...files)
}

/**
 * Commands for the conversations and models that match the query; none for a blank one. There can be thousands, so only
 * matches become commands.
 */
export function itemCommands(
  typed: string,
  { go, openModel, models }: CommandContext,
  conversations: readonly SavedTitle[],
): Command[] {
  const words = wordsOf(typed)
  if (words.length === 0) return []
  const matches = (text: string) => {
    const searchable = text.toLowerCase()
    return words.every((word) => searchable.includes(word))
  }
  const matching = models().filter(({ name, id }) => matches(`use open ${name} models ${id}`))
  return [
    ...conversations
      .filter(({ title }) => matches(`${title} history`))
      .map(({ id, title }): Command => ({
        id: `conversation-${id}`,
        title,
        group: 'History',
        run: () => go(`/c/${id}`),
      })),
    ...textModels(matching).map(({ id, name }): Command => ({
      id: `use-${id}`,
      title: `Use ${name}`,
      keywords: id,
      group: 'Models',
      run: inPlayground(go, () => {
        workspace.getState().panes[0]?.store.getState().setModel(id)
        focusOn('Message')
      }),
    })),
    ...matching.map(({ id, name, model_type: type }): Command => ({
      id: `open-${type}-${id}`,
      title: `Open ${name}`,
      keywords: id,
      group: 'Models',
      run: () => openModel(id),
    })),
  ]
}
