import './without-eval.ts'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '#app/ui/tokens.css'
import '#app/markdown/prose.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchForKeys } from '#app/data/connection.ts'
import { keepSetup } from '#app/features/playground/playground-store.ts'
import { router } from './router.tsx'

watchForKeys()
keepSetup()

// A refusal is an answer: asking again by itself would only delay telling the person.
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })

const place = document.querySelector('#root')
if (!place) throw new Error('index.html has lost its #root')
createRoot(place).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)
