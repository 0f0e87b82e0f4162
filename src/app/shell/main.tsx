import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '#app/ui/tokens.css'
import '#app/markdown/prose.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { prepareChatStream } from '#app/data/chat-stream.ts'
import { watchForKeys } from '#app/data/connection.ts'
import { keepSetup } from '#app/features/playground/kept-setup.ts'
import { router } from './router.tsx'

watchForKeys()
keepSetup()

// A refusal is an answer: asking again by itself would only delay telling the person.
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })

const place = document.querySelector('#root')
if (!place) throw new Error('index.html has lost its #root')
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)

// After the first paint's own work, and long before the first reply.
void prepareChatStream()
