// Its published types declare all of Node's globals, which the page doesn't have.
declare module 'papaparse' {
  interface ParseResult<Row> {
    data: Row[]
    errors: { row: number }[]
    meta: { cursor: number; aborted: boolean; truncated: boolean }
  }
  interface ParserOptions {
    delimiter?: string
    newline?: string
    quoteChar?: string
    header?: boolean
    quotes?: boolean
  }
  class Parser {
    constructor(options: ParserOptions)
    /** Parses a text whose first character is at `baseIndex` of the whole; the last row is left if it may be incomplete. */
    parse(text: string, baseIndex?: number, ignoreLastRow?: boolean): ParseResult<string[]>
  }
  const Papa: {
    Parser: typeof Parser
    parse<Row>(text: string, options: ParserOptions): ParseResult<Row>
    unparse(table: readonly unknown[], options?: ParserOptions): string
  }
  export default Papa
}
