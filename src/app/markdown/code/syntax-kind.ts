/** What a piece of code can be. Few on purpose: a reply is read, not edited, and colour is for finding one's place. */
export type SyntaxKind = 'keyword' | 'string' | 'number' | 'comment' | 'name' | 'inserted' | 'deleted'

const kinds = new Map<string, SyntaxKind>(
  Object.entries({
    keyword: 'keyword',
    controlKeyword: 'keyword',
    modifier: 'keyword',
    tag: 'keyword',
    self: 'keyword',
    string: 'string',
    'string-2': 'string',
    character: 'string',
    link: 'string',
    number: 'number',
    integer: 'number',
    unit: 'number',
    atom: 'number',
    comment: 'comment',
    quote: 'comment',
    def: 'name',
    type: 'name',
    typeName: 'name',
    builtin: 'name',
    attribute: 'name',
    property: 'name',
    propertyName: 'name',
    qualifier: 'name',
    macroName: 'name',
    meta: 'name',
    header: 'name',
    inserted: 'inserted',
    deleted: 'deleted',
  } satisfies Record<string, SyntaxKind>),
)

/** The kind of a grammar's style, such as `string.special` or `error deleted`; undefined for plain text. */
export function syntaxKind(style: string | null | undefined): SyntaxKind | undefined {
  if (!style) return undefined
  for (const part of style.split(/[ .]/u)) {
    const kind = kinds.get(part)
    if (kind !== undefined) return kind
  }
  return undefined
}
