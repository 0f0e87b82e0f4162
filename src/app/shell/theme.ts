import { createStore } from 'zustand/vanilla'
import { browserStorage, writeText } from '#app/data/kept-texts.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const storageName = 'parley.theme'

/** The chosen theme. `public/theme.js` reads the same value before the first paint. */
export const themeStore = createStore<{ theme: Theme }>(() => ({ theme: readTheme() }))

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
