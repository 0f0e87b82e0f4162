// Runs before the first paint, so that a chosen theme never flashes in the other one. `shell/theme.ts` writes the value.
try {
  const theme = localStorage.getItem('parley.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is switched off: the theme follows the system.
}
