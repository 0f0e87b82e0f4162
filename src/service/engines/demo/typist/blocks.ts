import type { Draft } from './draft.ts'

/** Writes one markdown block, without the blank line after it. */
export type ProseBlock = (draft: Draft) => string

function sentences(draft: Draft, count: number): string {
  return Array.from({ length: count }, () => draft.sentence()).join(' ')
}

export const paragraph: ProseBlock = (draft) => sentences(draft, draft.count(2, 4))

/** Blocks that are mostly running text. */
export const proseBlocks: readonly ProseBlock[] = [
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

function row(draft: Draft, position: number): string {
  return `| ${draft.section}.${position} | ${draft.adjective()} ${draft.noun()} | ${draft.count(1, 9999)} | \`${draft.noun()}\` |`
}

/** Lists and tables of every kind. */
export const listBlocks: readonly ProseBlock[] = [
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

/** Text in other scripts and directions, and characters of several code points. */
export const worldBlocks: readonly ProseBlock[] = [
  ({ section, sentence }) => `Faces and flags: 🙂 👍🏽 👩‍🔬 👨‍👩‍👧 🏳️‍🌈 🇳🇴 🇯🇵 1️⃣ ☕️ — row ${section} of them. ${sentence()}`,
  ({ section }) =>
    `第${section}節。港の朝は静かです。船は綱につながれて、灯台の光が水の上を回ります。パン屋の窓だけが明るい。\n\n第${section}节：清晨的港口很安静，小船靠在岸边，面包的香味从街角飘来。\n\n${section}번째 절. 항구의 아침은 조용하고, 빵집의 창문만 환하다.`,
  ({ section }) =>
    `הפרק ה־${section}: הנמל שקט בבוקר, והסירות נשענות על החבלים.\n\nالفصل ${section}: الميناء هادئ في الصباح، والضوء يدور فوق الماء (harbour) ببطء.`,
  ({ section }) =>
    `Раздел ${section}: утром в гавани тихо, и только окно пекарни светится. Ενότητα ${section}: το λιμάνι ξυπνά πριν από την πόλη. बंदरगाह सुबह शांत रहता है। ท่าเรือเงียบในตอนเช้า`,
]
