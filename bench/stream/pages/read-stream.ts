interface Chunk {
  choices: { delta: { content?: string } }[]
}

/** Requests a reply and calls `onText` once per network read, as most pages do. */
export async function readStream(prompt: string, onText: (piece: string) => void): Promise<void> {
  const response = await fetch('/v1/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'bench', stream: true, messages: [{ role: 'user', content: prompt }] }),
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let open = ''
  for (;;) {
    const { done = true, value = '' } = (await reader?.read()) ?? {}
    if (done) return
    const events = (open + value).split('\n\n')
    open = events.pop() ?? ''
    const piece = events.map(textOf).join('')
    if (piece !== '') onText(piece)
  }
}

function textOf(event: string): string {
  const data = event.slice('data: '.length)
  if (data === '[DONE]') return ''
  const { choices } = JSON.parse(data) as Chunk
  return choices[0]?.delta.content ?? ''
}
