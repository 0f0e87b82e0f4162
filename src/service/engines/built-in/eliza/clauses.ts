/** A person lists and explains; what stands further along says less than its beginning. */
const longestClause = 32

const contractions: readonly (readonly [RegExp, string])[] = [
  [/\b(i)'?m\b/gi, '$1 am'],
  [/\b(you|they|we)'re\b/gi, '$1 are'],
  [/\b(he|she|it|that|there|what|who)'s\b/gi, '$1 is'],
  [/\b(i|you|they|we)'ve\b/gi, '$1 have'],
  [/\b(i|you|he|she|they|we|it)'ll\b/gi, '$1 will'],
  [/\b(i|you|he|she|they|we)'d\b/gi, '$1 would'],
  [/\b(?:cannot|cant|can not)\b/gi, "can't"],
  [/\b(do|does|did|is|was|have|are|were|would|could|should)nt\b/gi, "$1n't"],
  [/\bwont\b/gi, "won't"],
]

/**
 * Cuts what was said into clauses, and each clause into words as they were written, with contractions such as `I'm`
 * spelled out. Only letters, digits, apostrophes and hyphens make words.
 */
export function clausesOf(text: string): string[][] {
  const plain = contractions.reduce((said, [short, long]) => said.replace(short, long), text.replaceAll('’', "'"))
  return plain
    .split(/[^\p{L}\p{M}\p{N}'\- \t]+|\b(?:but|and then)\b/iu)
    .map((clause) => clause.match(/[\p{L}\p{M}\p{N}](?:['-]?[\p{L}\p{M}\p{N}]){0,60}/gu) ?? [])
    .filter((words) => words.length > 0)
    .map((words) => words.slice(0, longestClause))
}
