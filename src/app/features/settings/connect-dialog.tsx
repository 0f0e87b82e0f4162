import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { connections } from '#app/data/connections/connections.ts'
import { modelFiles } from '#app/data/model-files/model-files.ts'
import { isCallable, isDemo, textModels, useModels } from '#app/models/text-models.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { focusField } from '#app/ui/focus.ts'
import { type Provider, providers } from '#dialects/providers.ts'
import { ConnectFailure, ServerCommand, ServerForm, useConnect } from './connect-form.tsx'
import { selectModel } from './select-model.ts'
import { findLocalServers, mayLookUnasked } from './local-servers.ts'
import { ModelFiles } from './model-files-group.tsx'

interface ConnectDialogProps {
  /** Called when it is closed, with a sentence to announce if a model was connected. */
  onClose: (outcome?: string) => void
}

/** Offers local servers, providers, any other server and the demo models; see `docs/guide.md`. */
export function ConnectDialog({ onClose }: ConnectDialogProps) {
  /** The name of the row whose form is open; there is one at a time. */
  const [open, setOpen] = useState<string | null>(null)
  const [showsAll, setShowsAll] = useState(false)
  const onDone = (message: string) => {
    // Nothing in the page takes focus while the dialog is open, and the button that opened it may be gone afterwards.
    flushSync(() => onClose(message))
    focusField('textarea[aria-label="Message"]')
  }
  // Fixed when it opens: nothing should appear around the progress of a file.
  const [onlyFiles] = useState(() => modelFiles.getState().isOpening)
  useEffect(() => modelFiles.setState({ isOpening: false }), [])
  if (onlyFiles) {
    return (
      <Dialog title="Open a model file" width={560} onClose={() => onClose()}>
        <div className="divide-y divide-line rounded-lg border border-line">
          <ModelFiles onDone={onDone} />
        </div>
      </Dialog>
    )
  }
  const toggle = (name: string) => setOpen(open === name ? null : name)
  return (
    <Dialog title="Connect a model" width={640} onClose={() => onClose()}>
      <div className="grid gap-5">
        <p className="text-text-muted">
          Keys stay in this browser. They are checked first and sent only to the provider they belong to.
        </p>
        <Group name="On this computer">
          <LocalServers onDone={onDone} />
        </Group>
        <Group name="Model file">
          <ModelFiles onDone={onDone} />
        </Group>
        <Group name="Providers">
          {(showsAll ? inPageOrder : inPageOrder.slice(0, shownAtFirst)).map((provider) => (
            <ProviderRow
              key={provider.name}
              provider={provider}
              isOpen={open === provider.name}
              onToggle={() => toggle(provider.name)}
              onDone={onDone}
            />
          ))}
          {!showsAll && (
            <Row
              name="More"
              text={inPageOrder
                .slice(shownAtFirst)
                .map(({ label }) => label)
                .join(', ')}
            >
              <Button variant="quiet" aria-label="Show more providers" onClick={() => setShowsAll(true)}>
                Show
              </Button>
            </Row>
          )}
        </Group>
        <Group name="Other server">
          <Row name="Base URL" text="Any server with a chat completions API">
            <Button
              variant="quiet"
              aria-expanded={open === 'other'}
              aria-label="Enter a base URL"
              onClick={() => toggle('other')}
            >
              Enter
            </Button>
          </Row>
          {open === 'other' && <ServerForm onDone={onDone} />}
        </Group>
        <DemoModels onDone={onDone} />
      </div>
    </Dialog>
  )
}

/** How many providers are shown before the rest is asked for. */
const shownAtFirst = 5

/** The provider with models of every maker comes first. */
const inPageOrder = [
  ...providers.filter(({ name }) => name === 'openrouter'),
  ...providers.filter(({ name }) => name !== 'openrouter'),
]

function Group({ name, children }: { name: string; children: ReactNode }) {
  const id = useId()
  return (
    <section role="group" aria-labelledby={id} className="grid gap-1.5">
      <h3 id={id} className="label">
        {name}
      </h3>
      <div className="divide-y divide-line rounded-lg border border-line">{children}</div>
    </section>
  )
}

interface RowProps {
  name: string
  text: ReactNode
  /** Its buttons. */
  children?: ReactNode
}

function Row({ name, text, children }: RowProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1 pr-1.5 pl-3">
      <span className="shrink-0 font-medium max-md:flex-1 md:w-28">{name}</span>
      <span className="min-w-0 text-text-muted max-md:order-last max-md:basis-full max-md:pb-1 max-md:text-xs md:flex-1">
        {text}
      </span>
      {children}
    </div>
  )
}

/** The servers that run on this computer. A page from elsewhere looks for them only when asked. */
function LocalServers({ onDone }: { onDone: (message: string) => void }) {
  const [isAllowed, setAllowed] = useState(mayLookUnasked)
  const {
    data: found,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['local-servers'],
    queryFn: ({ signal }) => findLocalServers(signal),
    enabled: isAllowed,
    gcTime: 0,
  })
  const { connect, outcome, isBusy } = useConnect(onDone)
  const served = new Set(useModels().data?.map(({ provider }) => provider))
  if (!isAllowed) {
    return (
      <Row name="Local servers" text="The browser may ask whether this page can call them.">
        <Button onClick={() => setAllowed(true)}>Look for local servers</Button>
      </Row>
    )
  }
  return (
    <>
      {found?.map(({ server, baseUrl, models }) => (
        <Row
          key={server.name}
          name={server.label}
          text={
            models === 'blocked'
              ? `Running, but blocks this page (CORS). ${server.allowOrigin?.(location.origin) ?? 'Allow this origin there'}, then look again.`
              : `Running: ${listed(models)}`
          }
        >
          {served.has(server.label) ? (
            <Connected />
          ) : (
            models !== 'blocked' && (
              <Button
                variant="primary"
                aria-label={`Connect ${server.label}`}
                disabled={isBusy}
                onClick={() => connect({ name: server.label, baseUrl, key: null, place: 'device' })}
              >
                Connect
              </Button>
            )
          )}
        </Row>
      ))}
      <Row
        name={found?.length ? '' : 'Local servers'}
        text={
          <span role="status">
            {isFetching
              ? 'Looking for Ollama, LM Studio, llama.cpp and vLLM…'
              : !found?.length && 'None found. Start Ollama, LM Studio, llama.cpp or vLLM, then look again.'}
          </span>
        }
      >
        <Button variant="quiet" disabled={isFetching} onClick={() => void refetch()}>
          Look again
        </Button>
      </Row>
      {outcome && (
        <div className="px-3 pb-3">
          <ConnectFailure outcome={outcome} />
        </div>
      )}
    </>
  )
}

const maxNames = 3

function listed(names: readonly string[]): string {
  if (names.length === 0) return 'no chat models yet'
  const more = names.length - maxNames
  return `${names.slice(0, maxNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function Connected() {
  return (
    <span className="flex items-center gap-1.5 pr-1.5 text-text-muted">
      <Check aria-hidden size={14} className="text-success" />
      Connected
    </span>
  )
}

interface ProviderRowProps {
  provider: Provider
  isOpen: boolean
  onToggle: () => void
  onDone: (message: string) => void
}

function ProviderRow({ provider, isOpen, onToggle, onDone }: ProviderRowProps) {
  const { label, offers, blocksBrowsers } = provider
  const isDirect = useStore(connections, ({ others }) => others.some(({ baseUrl }) => baseUrl === provider.baseUrl))
  const isServed = useModels().data?.some((model) => model.provider === label)
  const action = blocksBrowsers ? 'Show command' : isDirect ? 'Replace key' : 'Add key'
  return (
    <div>
      <Row
        name={label}
        text={blocksBrowsers ? `${offers}. Blocks browsers (no CORS), so the server calls it.` : offers}
      >
        {(isDirect || isServed) && <Connected />}
        <Button variant="quiet" aria-expanded={isOpen} aria-label={`${action}: ${label}`} onClick={onToggle}>
          {action}
        </Button>
      </Row>
      {isOpen && (blocksBrowsers ? <ServerCommand provider={provider} /> : <ServerForm {...{ provider, onDone }} />)}
    </div>
  )
}

/** The models that only demonstrate Parley. */
function DemoModels({ onDone }: { onDone: (message: string) => void }) {
  const { data: models = [] } = useModels()
  const demos = textModels(models).filter((model) => isDemo(model) && isCallable(model))
  if (demos.length === 0) return null
  return (
    <Group name="Demo">
      {demos.map(({ id, name, description }) => (
        <Row key={id} name={name} text={<span className="line-clamp-1">{description}</span>}>
          <Button
            variant="quiet"
            aria-label={`Use ${name}`}
            onClick={() => {
              selectModel(id, null)
              onDone(`${name} is selected.`)
            }}
          >
            Use
          </Button>
        </Row>
      ))}
    </Group>
  )
}
