const units = [
  { size: 1e9, mark: 'GB', digits: 1 },
  { size: 1e6, mark: 'MB', digits: 0 },
  { size: 1e3, mark: 'KB', digits: 0 },
] as const

/** A number of bytes in decimal units: `1.9 GB`, `340 MB`, `12 KB`, `0 KB`. */
export function formatBytes(bytes: number): string {
  const { size, mark, digits } = units.find((unit) => bytes >= unit.size) ?? units[2]
  return `${(bytes / size).toFixed(digits)} ${mark}`
}
