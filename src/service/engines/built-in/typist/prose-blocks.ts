import type { Draft } from './draft.ts'

/** Makes one block of markdown, without the blank line after it. */
export type Block = (draft: Draft) => string

function sentences(draft: Draft, count: number): string {
  return Array.from({ length: count }, () => draft.sentence()).join(' ')
}

export const paragraph: Block = (draft) => sentences(draft, draft.count(2, 4))

/** Blocks that are mostly running text. */
export const proseBlocks: readonly Block[] = [
  (draft) =>
    `A word can be *leaning*, **heavy**, ***both at once***, ~~taken back~~ or \`${draft.noun()}_${draft.section}\`, and an **${draft.adjective()} _${draft.noun()}_ inside** stays inside. ${draft.sentence()}`,
  (draft) => `> ${draft.sentence()}\n>\n> > ${draft.sentence()}\n>\n> — a note in the margin, number ${draft.section}`,
  (draft) =>
    `See [the ${draft.noun()}](https://example.com/notes/${draft.section} "Note ${draft.section}"), or <https://example.com/${draft.noun()}>, or plainly https://example.com/${draft.noun()}?section=${draft.section}&mode=plain. ${draft.sentence()}`,
  (draft) =>
    `The claim about the ${draft.noun()} has a footnote[^${draft.section}], and the text goes on after it.\n\n[^${draft.section}]: ${draft.sentence()}`,
  (draft) => {
    const power = draft.count(2, 7)
    return `For every whole number up to ${draft.section} the sum has a closed form:\n\n$$\n\\sum_{k=1}^{${draft.section}} k^{${power}} = \\int_{0}^{${draft.section}} x^{${power}}\\,dx + \\frac{${draft.section}^{${power}}}{2} + \\varepsilon\n$$\n\nwhere \\(\\varepsilon\\) is small beside the rest, and a price of $${power} is no formula.`
  },
  (draft) =>
    `This line is long on purpose and has no break in it: ${sentences(draft, 5)} It ends in something that cannot be broken at a space: https://example.com/${'deep/'.repeat(12)}${draft.noun()}/${draft.section}`,
  (draft) =>
    `Some signs must stay what they are: 3 < 5 > 2, a \\*star\\*, an \\_underscore\\_, snake_case_name_${draft.section}, &amp; as an entity, \`\` a \` tick \`\`, and <b>tags</b> that are only text.  \nTwo spaces end the line before this one. ${draft.sentence()}`,
  (draft) => `---\n\n${draft.sentence()}`,
]
