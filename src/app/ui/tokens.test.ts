import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { contrast, readColours } from './contrast.test-support.ts'

const colours = readColours(readFileSync('src/app/ui/tokens.css', 'utf8'))
const themes = ['light', 'dark'] as const
const grounds = ['surface', 'surface-raised', 'surface-sunken', 'tint', 'accent-soft', 'warning-soft', 'danger-soft']
const textRoles = ['text', 'text-muted', 'accent', 'accent-strong', 'success', 'warning', 'danger', 'syntax-comment']
const codeRoles = [...colours.keys()].filter((name) => name.startsWith('syntax-'))
const series = [...colours.keys()].filter((name) => name.startsWith('series-'))

/** The contrast of two colour roles in one theme. */
function ratio(role: string, ground: string, theme: (typeof themes)[number]): number {
  const [one, other] = [colours.get(role), colours.get(ground)]
  if (!one || !other) throw new Error(`No colour is called ${one ? ground : role}`)
  return contrast(one[theme], other[theme])
}

it('calculates the contrast of black and white, and of the lightest grey that passes on white', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21)
  expect(contrast([118, 118, 118], [255, 255, 255])).toBeCloseTo(4.54, 2)
})

it.each(themes)('has a text contrast of 4.5:1 on every background, in the %s theme', (theme) => {
  for (const role of [...textRoles, ...codeRoles]) {
    expect(
      grounds.filter((ground) => ratio(role, ground, theme) < 4.5).map((ground) => `${role} on ${ground}`),
    ).toEqual([])
  }
  expect(ratio('on-accent', 'accent', theme)).toBeGreaterThanOrEqual(4.5)
  expect(ratio('on-accent', 'accent-strong', theme)).toBeGreaterThanOrEqual(4.5)
})

it.each(themes)('has a contrast of 3:1 for control borders, focus rings and chart lines, in the %s theme', (theme) => {
  for (const role of ['control', 'accent', 'danger', ...series]) {
    for (const ground of grounds) {
      expect(ratio(role, ground, theme), `${role} on ${ground}`).toBeGreaterThanOrEqual(3)
    }
  }
})

it('matches docs/design.md', () => {
  const told = new Map(
    [...readFileSync('docs/design.md', 'utf8').matchAll(/^\| `([a-z-]+)`[^|]*\|([ \d.|]+)\|/gmu)].map(
      ([, role = '', figures = '']) => [role, figures.split('|').map((figure) => figure.trim())],
    ),
  )
  expect([...told.keys()]).toEqual([...textRoles, 'control', 'line-strong', 'line'])
  for (const [role, figures] of told) {
    const pairs = themes.flatMap((theme) => ['surface', 'tint'].map((ground) => ratio(role, ground, theme)))
    expect([role, ...figures]).toEqual([role, ...pairs.map((figure) => figure.toFixed(1))])
  }
})
