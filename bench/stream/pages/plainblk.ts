import './page.css'
import { readStream } from './read-stream.ts'

// The lower bound: plain text, one element per line to keep layout incremental, written once per frame.

const root = document.querySelector('#root') ?? document.body
const scroll = Object.assign(document.createElement('div'), { id: 'scroll' })
const reply = Object.assign(document.createElement('div'), { id: 'reply' })
const bar = Object.assign(document.createElement('div'), { id: 'bar' })
const message = Object.assign(document.createElement('textarea'), { id: 'message' })
const send = Object.assign(document.createElement('button'), { id: 'send', textContent: 'Send' })
reply.style.whiteSpace = 'pre-wrap'
scroll.append(reply)
bar.append(message, send)
root.append(scroll, bar)

let line = document.createElement('div')
let waiting = ''

function write() {
  const [rest = '', ...lines] = waiting.split('\n')
  waiting = ''
  line.append(rest)
  for (const text of lines) {
    line = document.createElement('div')
    // Give empty lines a height.
    line.append(text === '' ? '\u200B' : text)
    reply.append(line)
  }
  scroll.scrollTop = scroll.scrollHeight
}

send.addEventListener('click', () => {
  line = document.createElement('div')
  reply.replaceChildren(line)
  const prompt = message.value
  message.value = ''
  void readStream(prompt, (piece) => {
    if (waiting === '') requestAnimationFrame(write)
    waiting += piece
  })
})
