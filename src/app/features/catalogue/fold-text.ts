/** A text as it is searched: in lower case, without accents, with every width and ligature of a letter alike. */
export function foldText(text: string): string {
  // Nearly every name is plain, and normalising twenty thousand that need it not takes a frame of its own.
  return (/^[\p{ASCII}]*$/u.test(text) ? text : text.normalize('NFKD').replaceAll(/\p{M}/gu, '')).toLowerCase()
}
