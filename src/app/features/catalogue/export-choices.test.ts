import { expect, it } from 'vitest'
import { modelsAsCsv, modelsAsJson } from './export-choices.tsx'
import { messyModels, modelOf } from './messy-models.test-support.ts'

function lines(csv: string): string[] {
  return csv.trimEnd().split('\r\n')
}

it('has one line per model, with unknown values empty', () => {
  const csv = modelsAsCsv(messyModels)
  expect(lines(csv)).toHaveLength(messyModels.length + 1)
  expect(csv).not.toMatch(/NaN|undefined|null|1970/u)
  const row = (id: string) => lines(csv).find((line) => line.startsWith(id)) ?? ''
  expect(row('community/llama3.2:3b')).toBe(
    'community/llama3.2:3b,Llama 3.2 3B,community,text_generation,active,public,streaming,,,,,,,,,,,,,,,,,,,',
  )
  expect(row('parley/eliza')).toContain(',8192,0,,0,')
  expect(row('community/99')).toContain(',99999999,250000,,999999,')
  expect(row('community/xiaomi')).toContain(',,0,,0,')
})

it('escapes formulas, commas and quotes', () => {
  const csv = modelsAsCsv(messyModels)
  expect(csv).toContain(`"'=HYPERLINK(""x"")"`)
  expect(csv).toContain('"community/🤖,50%"')
})

it('has the source and date of prices', () => {
  const csv = modelsAsCsv([
    modelOf('a/b', {
      pricing: [{ metric: 'input_tokens', rate: 0.0000001 }],
      pricing_source: { name: 'somewhere', date: '2026-07-02' },
      created: 1_760_000_000,
    }),
  ])
  expect(lines(csv)[1]).toContain(',0.0000001,')
  expect(lines(csv)[1]).toContain(',somewhere,2026-07-02,2025-10-09,')
})

it('has price tiers and further facts in the last columns', () => {
  const tiers = (rate: number) => [{ above_input_tokens: 200_000, rate }]
  const tiered = modelOf('a/b', {
    pricing: [
      { metric: 'output_tokens', rate: 10, tiers: tiers(15) },
      { metric: 'input_tokens', rate: 1.25, tiers: tiers(2.5) },
    ],
    max_output_tokens: 65_536,
    input_modalities: ['text', 'image'],
    output_modalities: ['text'],
    knowledge_cutoff: '2025-01',
    open_weights: false,
  })
  const [heading = '', row = ''] = lines(modelsAsCsv([tiered]))
  expect(heading).toMatch(
    /,description,price_tiers,max_output_tokens,input_modalities,output_modalities,knowledge_cutoff,open_weights,maker$/u,
  )
  expect(row).toMatch(
    /,input_tokens above 200000: 2\.5; output_tokens above 200000: 15,65536,text image,text,2025-01,false,a$/u,
  )
  expect(JSON.parse(modelsAsJson([tiered]))).toEqual({ object: 'list', data: [tiered] })
})

it('writes JSON in the format of the service', () => {
  expect(JSON.parse(modelsAsJson(messyModels))).toEqual({ object: 'list', data: messyModels })
})
