import './six.css'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createConversationStore } from '#app/chat/store/conversation-store.ts'
import { scheduleFrame } from '#app/ui/schedule.ts'
import { Transcript } from '#app/chat/transcript/transcript.tsx'
import { streamChat } from '#app/data/calls/chat-stream.ts'

// Six of our conversations side by side, mounted as in the playground.

const stores = Array.from({ length: 6 }, () =>
  createConversationStore({ stream: streamChat, now: () => performance.now(), schedule: scheduleFrame }),
)

function Six() {
  const [draft, setDraft] = useState('')
  const send = () => {
    for (const store of stores) {
      store.getState().setDraft(draft)
      store.getState().send('bench')
    }
    setDraft('')
  }
  return (
    <>
      <div id="panes">
        {stores.map((store, place) => (
          <section key={`pane ${place}`}>
            <Transcript
              store={store}
              label={`Conversation ${place + 1}`}
              modelOf={() => undefined}
              modelId={null}
              empty={null}
            />
          </section>
        ))}
      </div>
      <div id="bar">
        <textarea id="message" aria-label="Message" value={draft} onChange={(event) => setDraft(event.target.value)} />
        <button id="send" type="button" onClick={send}>
          Send
        </button>
      </div>
    </>
  )
}

const root = document.querySelector('#root')
if (root) createRoot(root).render(<Six />)
