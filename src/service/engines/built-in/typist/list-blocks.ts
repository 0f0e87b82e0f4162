import type { Draft } from './draft.ts'
import type { Block } from './prose-blocks.ts'

function row(draft: Draft, position: number): string {
  return `| ${draft.section}.${position} | ${draft.adjective()} ${draft.noun()} | ${draft.count(1, 9999)} | \`${draft.noun()}\` |`
}

/** Lists and tables of every kind. */
export const listBlocks: readonly Block[] = [
  (draft) =>
    [
      `- The ${draft.adjective()} ${draft.noun()}`,
      `- The ${draft.noun()}, of which there are two kinds:`,
      `  - the ${draft.adjective()} one`,
      `  - the ${draft.adjective()} one, and with it`,
      `    - a ${draft.noun()}`,
      `    - a **${draft.noun()}**`,
      `- ${draft.sentence()}`,
    ].join('\n'),
  (draft) =>
    [
      `1. Take the ${draft.noun()}.`,
      `2. Set it beside the ${draft.adjective()} ${draft.noun()}:`,
      `   1. first the left side,`,
      `   2. then the right.`,
      '',
      `   ${draft.sentence()}`,
      '',
      `3. Wait for ${draft.count(2, 50)} minutes.`,
    ].join('\n'),
  (draft) =>
    [
      `- [x] Find the ${draft.noun()}`,
      `- [ ] Mend the ${draft.adjective()} ${draft.noun()}`,
      `  - [x] at the top`,
      `  - [ ] at the foot`,
      `- [ ] Write down what was done in section ${draft.section}`,
    ].join('\n'),
  (draft) =>
    [
      '| No. | Thing | Count | Key |',
      '|:----|:-----:|------:|-----|',
      ...Array.from({ length: draft.count(3, 5) }, (_, at) => row(draft, at + 1)),
    ].join('\n'),
  (draft) =>
    [
      '| Case | What was seen |',
      '|------|---------------|',
      `| plain | ${draft.sentence()} |`,
      `| with a bar | a \\| b, and **${draft.noun()}** |`,
      `| long | ${draft.sentence()} ${draft.sentence()} |`,
    ].join('\n'),
]
