import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { readStream } from './read-stream.ts'

interface ReplyProps {
  text: string
  done: boolean
}

/** A minimal chat page around a peer's renderer: one state update per network read, scrolled to the end. */
export function mountChat(Reply: (props: ReplyProps) => ReactNode): void {
  function Page() {
    const [text, setText] = useState('')
    const [done, setDone] = useState(true)
    const scroll = useRef<HTMLDivElement>(null)
    const atEnd = useRef(true)
    useLayoutEffect(() => {
      if (scroll.current && atEnd.current) scroll.current.scrollTop = scroll.current.scrollHeight
    })
    const send = (prompt: string) => {
      setText('')
      setDone(false)
      void readStream(prompt, (piece) => setText((before) => before + piece)).then(() => setDone(true))
    }
    return (
      <>
        <div
          id="scroll"
          ref={scroll}
          onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
            atEnd.current = scrollHeight - scrollTop - clientHeight < 80
          }}
        >
          <div id="reply">{text !== '' && <Reply text={text} done={done} />}</div>
        </div>
        <Composer onSend={send} />
      </>
    )
  }
  const root = document.querySelector('#root')
  if (root) createRoot(root).render(<Page />)
}

function Composer({ onSend }: { onSend: (prompt: string) => void }) {
  const [draft, setDraft] = useState('')
  return (
    <div id="bar">
      <textarea id="message" value={draft} onChange={(event) => setDraft(event.target.value)} />
      <button
        id="send"
        type="button"
        onClick={() => {
          onSend(draft)
          setDraft('')
        }}
      >
        Send
      </button>
    </div>
  )
}
