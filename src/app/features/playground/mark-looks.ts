import { Coins, Rabbit, Ruler, Timer, type LucideIcon } from 'lucide-react'
import { costWords, countWords, secondsWords, speedWords } from '#app/chat/figure-words.ts'
import type { ReplyFigures } from '#app/chat/reply-figures.ts'
import type { Mark } from './summary-marks.ts'

interface MarkLook {
  word: string
  /** In full, where it is not seen beside the others. */
  title?: string
  Icon: LucideIcon
  value: (figures: ReplyFigures) => string
}

/** How each mark is shown: a word and an icon, and the figure that earned it. */
export const markLooks: Record<Mark, MarkLook> = {
  fastest: { word: 'Fastest', Icon: Rabbit, value: (of) => `${speedWords(of.tokensPerSecond)} tok/s` },
  first: { word: 'First', title: 'First to begin', Icon: Timer, value: (of) => secondsWords(of.firstToken) },
  cheapest: { word: 'Cheapest', Icon: Coins, value: (of) => costWords(of.cost) },
  longest: { word: 'Longest', Icon: Ruler, value: (of) => `${countWords(of.tokensOut)} tokens` },
}
