/** Where the service reports what it did; pino satisfies it. Fields never hold a key or the text of a message. */
export interface Log {
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

/** For places that keep no log, such as the page. */
export const silentLog: Log = { info() {}, warn() {}, error() {} }
