// Matches patterns that people wrote, away from the page: some take forever, and only a worker can be ended.

/** A text to match, and the answer: undefined if the pattern isn't a valid regular expression. */
export interface PatternQuestion {
  pattern: string
  text: string
}

function isFound({ pattern, text }: PatternQuestion): boolean | undefined {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return undefined
  }
}

// Until it has been loaded, the time of a pattern doesn't run.
postMessage('ready')
addEventListener('message', ({ data }: MessageEvent<PatternQuestion>) => {
  postMessage(isFound(data))
})
