import type { Block } from './prose-blocks.ts'

/** Text in other scripts and directions, and signs that are made of several code points. */
export const worldBlocks: readonly Block[] = [
  ({ section, sentence }) => `Faces and flags: 🙂 👍🏽 👩‍🔬 👨‍👩‍👧 🏳️‍🌈 🇳🇴 🇯🇵 1️⃣ ☕️ — row ${section} of them. ${sentence()}`,
  ({ section }) =>
    `第${section}節。港の朝は静かです。船は綱につながれて、灯台の光が水の上を回ります。パン屋の窓だけが明るい。\n\n第${section}节：清晨的港口很安静，小船靠在岸边，面包的香味从街角飘来。\n\n${section}번째 절. 항구의 아침은 조용하고, 빵집의 창문만 환하다.`,
  ({ section }) =>
    `הפרק ה־${section}: הנמל שקט בבוקר, והסירות נשענות על החבלים.\n\nالفصل ${section}: الميناء هادئ في الصباح، والضوء يدور فوق الماء (harbour) ببطء.`,
  ({ section }) =>
    `Раздел ${section}: утром в гавани тихо, и только окно пекарни светится. Ενότητα ${section}: το λιμάνι ξυπνά πριν από την πόλη. बंदरगाह सुबह शांत रहता है। ท่าเรือเงียบในตอนเช้า`,
]
