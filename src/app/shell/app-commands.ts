import { pathOf } from '#app/chat/store/message-tree.ts'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { changedLast } from '#app/chat/store/workspace.ts'
import { addModelPane } from '#app/features/playground/panes/choose-models.ts'
import { textModels } from '#app/models/text-models.ts'
import type { Model } from '#contract/model.ts'
import { focusOn } from '#app/ui/focus.ts'
import { openOverlay } from '#app/ui/overlays.ts'
import type { Command } from './shortcuts.ts'
import { chooseTheme, themes } from './theme.tsx'

/** What the commands need from the app. */
export interface CommandContext {
  /** Navigates to a path of the app, unless it is open already. */
  go: (path: string) => void
  /** Navigates to the page of a model. */
  openModel: (id: string) => void
  /** The models of the service; a function because sorting thousands takes time, which most commands don't need. */
  models: () => readonly Model[]
}

/** A command that opens the playground first if needed. */
export function inPlayground(go: CommandContext['go'], action: () => void): () => void {
  return () => {
    if (document.querySelector('main [aria-label="Message"]') === null) go('/')
    action()
  }
}

/** Makes an experiment of the open conversation, and opens it with `go`. */
export async function openInExperiment(go: CommandContext['go']): Promise<void> {
  const { experimentFromConversation } = await import('#app/features/experiments/from-conversation.ts')
  go(`/experiments/${await experimentFromConversation()}`)
}

const themeTitles = { system: 'Use system theme', light: 'Use light theme', dark: 'Use dark theme' }

/** The fixed commands of the app. `itemCommands` finds models and conversations. */
export function appCommands({ go, models }: CommandContext): Command[] {
  const { startNew, stop, setDetached, detached, panes } = workspace.getState()
  const onLastReply = (action: 'regenerate' | 'continueReply') => () => {
    for (const { store } of panes) {
      const state = store.getState()
      const last = pathOf(state).findLast((message) => message.kind === 'reply')
      if (last) state[action](last.id, state.modelId ?? last.modelId)
    }
  }
  return [
    {
      id: 'new',
      title: 'New conversation',
      group: 'Conversation',
      shortcut: 'mod+shift+o',
      run: () => {
        startNew()
        go('/')
        focusOn('Message')
      },
    },
    {
      id: 'search',
      title: 'Search models',
      keywords: 'catalogue find',
      group: 'Pages',
      shortcut: '/',
      isActive: () => document.querySelector('main [aria-label="Search models"]') !== null,
      run: () => {
        go('/models')
        focusOn('Search models')
      },
    },
    {
      id: 'message',
      title: 'Write a message',
      group: 'Conversation',
      shortcut: '/',
      run: inPlayground(go, () => focusOn('Message')),
    },
    { id: 'model', title: 'Choose model', group: 'Conversation', run: inPlayground(go, () => focusOn('Model')) },
    {
      id: 'add',
      title: 'Add model',
      keywords: 'pane compare side by side',
      group: 'Conversation',
      run: inPlayground(go, () => {
        addModelPane([{ connectionId: null, models: textModels(models()) }])
        focusOn(`Model ${workspace.getState().panes.length}`)
      }),
    },
    {
      id: 'detach',
      title: detached ? 'One message for all panes' : 'Separate messages',
      keywords: 'detach panes',
      group: 'Conversation',
      run: inPlayground(go, () => setDetached(!detached)),
    },
    { id: 'stop', title: 'Stop', keywords: 'all replies', group: 'Conversation', shortcut: 'mod+.', run: stop },
    {
      id: 'regenerate',
      title: 'Regenerate last reply',
      keywords: 'retry again',
      group: 'Conversation',
      run: onLastReply('regenerate'),
    },
    {
      id: 'continue',
      title: 'Continue last reply',
      group: 'Conversation',
      run: onLastReply('continueReply'),
    },
    { id: 'undo', title: 'Undo', group: 'Conversation', shortcut: 'mod+z', run: () => undoOrRedo('undo') },
    {
      id: 'redo',
      title: 'Redo',
      group: 'Conversation',
      shortcut: 'mod+shift+z',
      run: () => undoOrRedo('redo'),
    },
    { id: 'share', title: 'Share', keywords: 'link url', group: 'Conversation', run: () => openOverlay('share') },
    {
      id: 'code',
      title: 'Get code',
      keywords: 'curl python typescript export',
      group: 'Conversation',
      run: () => openOverlay('code'),
    },
    {
      id: 'experiment',
      title: 'Use in experiment',
      keywords: 'cases test evaluate',
      group: 'Conversation',
      run: () => void openInExperiment(go),
    },
    {
      id: 'connect',
      title: 'Connect a model',
      keywords: 'provider api key local server ollama openai',
      group: 'Conversation',
      run: () => openOverlay('connect'),
    },
    { id: 'playground', title: 'Go to Playground', group: 'Pages', run: () => go('/') },
    { id: 'models', title: 'Go to Models', keywords: 'catalogue', group: 'Pages', run: () => go('/models') },
    { id: 'compare', title: 'Go to Compare', keywords: 'compare', group: 'Pages', run: () => go('/compare') },
    { id: 'experiments', title: 'Go to Experiments', group: 'Pages', run: () => go('/experiments') },
    { id: 'usage', title: 'Go to Usage', keywords: 'cost tokens budget', group: 'Pages', run: () => go('/usage') },
    {
      id: 'settings',
      title: 'Go to Settings',
      keywords: 'connections key base url',
      group: 'Pages',
      run: () => go('/settings'),
    },
    {
      id: 'shortcuts',
      title: 'Keyboard shortcuts',
      keywords: 'keys help',
      group: 'Help',
      shortcut: '?',
      run: () => openOverlay('shortcuts'),
    },
    {
      id: 'commands',
      title: 'Command palette',
      group: 'Help',
      shortcut: 'mod+k',
      run: () => openOverlay('commands'),
    },
    ...themes.map((theme) => ({
      id: `theme-${theme}`,
      title: themeTitles[theme],
      group: 'Theme',
      run: () => chooseTheme(theme),
    })),
  ]

  /** Applies to the pane whose last step can be undone or redone. */
  function undoOrRedo(direction: 'undo' | 'redo') {
    const store = changedLast(panes, direction)
    if (store) workspace.getState()[direction](store)
  }
}
