/** Where the frames of one streamed answer go. */
export interface FrameSink {
  /** Sends whole frames. A promise means that the caller reads slowly: send no more until it resolves. Never throws. */
  write(frames: string): Promise<void> | undefined
  /** Says that the answer is over. */
  end(): void
}

/** A streamed answer that has been opened: what to return, and where to write. */
export interface OpenStream {
  response: Response
  sink: FrameSink
}

/** What a host can lend for one exchange, where it has something better than web streams. */
export interface Exchange {
  /** Opens a streamed answer under these headers. `onGone` is called when the caller stops reading before the end. */
  openStream?(headers: Record<string, string>, onGone: () => void): OpenStream
}
