import { Monitor, Moon, Sun } from 'lucide-react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { browserStorage, writeText } from '#app/data/storage/browser-storage.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const storageName = 'parley.theme'

/** The chosen theme. `public/theme.js` reads the same value before the first paint. */
const themeStore = createStore<{ theme: Theme }>(() => ({ theme: readTheme() }))

/** Switches the page's theme and remembers the choice in this browser. */
export function chooseTheme(theme: Theme): void {
  themeStore.setState({ theme })
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  writeText(browserStorage().device, storageName, theme)
}

function readTheme(): Theme {
  const chosen = document.documentElement.dataset['theme']
  return themes.find((theme) => theme === chosen) ?? 'system'
}

const words: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' }
const icons = { system: Monitor, light: Sun, dark: Moon }

/** Chooses the light, dark or system theme. */
export function ThemePicker() {
  const theme = useStore(themeStore, (state) => state.theme)
  const Icon = icons[theme]
  return (
    <label className="relative flex h-8 items-center gap-2 max-md:h-10 rounded-md px-2 text-text-muted hover:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <Icon aria-hidden size={16} className="shrink-0" />
      <span className="sr-only">Theme</span>
      <select
        value={theme}
        onChange={(event) => chooseTheme(themes.find((each) => each === event.target.value) ?? 'system')}
        className="min-w-0 flex-1 appearance-none bg-transparent text-sm outline-none md:group-data-folded/side:absolute md:group-data-folded/side:inset-0 md:group-data-folded/side:opacity-0 [&>option]:bg-surface-raised [&>option]:text-text"
      >
        {themes.map((each) => (
          <option key={each} value={each}>
            {words[each]}
          </option>
        ))}
      </select>
    </label>
  )
}
