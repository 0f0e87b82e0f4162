/** A whole answer to one request. */
export interface Answer {
  status: number
  headers: Readonly<Record<string, string>>
  /** Null where there is none to be sent, as beside a 304. */
  body: string | Uint8Array<ArrayBuffer> | null
}
