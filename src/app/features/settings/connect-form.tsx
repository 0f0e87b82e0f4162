import { ExternalLink } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { isStaticCopy } from '#app/data/calls/page-host.ts'
import { readBaseUrl } from '#app/data/connections/base-url.ts'
import { keyIn } from '#app/data/connections/connection.ts'
import type { KeyPlace } from '#app/data/storage/browser-storage.ts'
import { Button } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { Field, InlineCode, fieldClass } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Provider } from '#dialects/providers.ts'
import { type ConnectOutcome, type ServerDraft, connectServer } from './connect-model.ts'
import { problemWords } from './connection-form.tsx'

/** How to connect a provider through the server that served this page. */
export function ServerCommand({ provider: { label, variable, keyUrl } }: { provider: Provider }) {
  const command = `${variable}=YOUR_KEY npm start`
  return (
    <div className="grid gap-2 px-3 pb-3">
      <p className="text-text-muted">
        {isStaticCopy ? 'Run Parley on your computer' : 'Restart Parley'} with your key. <KeyLink keyUrl={keyUrl} />
      </p>
      <p className="flex items-center gap-2">
        <InlineCode>{command}</InlineCode>
        <CopyButton name={`Copy command for ${label}`} text={() => command} />
      </p>
    </div>
  )
}

function KeyLink({ keyUrl }: Pick<Provider, 'keyUrl'>) {
  return (
    <a
      href={keyUrl}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1 text-accent underline underline-offset-3"
    >
      Get a key
      <ExternalLink aria-hidden size={12} />
    </a>
  )
}

/** Connects one server at a time; a new attempt cancels the previous one. */
export function useConnect(onDone: (message: string) => void) {
  const [state, setState] = useState<ConnectOutcome | 'busy' | null>(null)
  const running = useRef<AbortController>(null)
  const connect = (draft: ServerDraft) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setState('busy')
    connectServer(draft, controller.signal).then(
      (outcome) => (outcome.ok ? onDone(outcome.message) : setState(outcome)),
      () => undefined,
    )
  }
  const outcome = state !== 'busy' && state?.ok === false ? state : undefined
  return { connect, isBusy: state === 'busy', outcome, clear: () => setState(null) }
}

interface FailureProps {
  outcome: Extract<ConnectOutcome, { ok: false }>
  provider?: Provider | undefined
  onUseSuggestion?: (baseUrl: string) => void
}

export function ConnectFailure({ outcome: { explanation, better }, provider, onUseSuggestion }: FailureProps) {
  return (
    // In a low window the result is below the visible area.
    <div ref={(element) => element?.scrollIntoView({ block: 'nearest' })} className="grid gap-2 pt-3">
      <Notice
        tone="danger"
        actions={
          better !== null &&
          onUseSuggestion && (
            <Button size="small" onClick={() => onUseSuggestion(better)}>
              Use {better}
            </Button>
          )
        }
      >
        {explanation.problem} {explanation.kind === 'cors_blocked' && provider ? null : explanation.solution}
      </Notice>
      {explanation.kind === 'cors_blocked' && provider && <ServerCommand provider={provider} />}
    </div>
  )
}

interface ServerFormProps {
  /** Undefined asks for the base URL. */
  provider?: Provider
  onDone: (message: string) => void
}

/** Asks for what a server needs: its key and, unless it is a known provider, its address. */
export function ServerForm({ provider, onDone }: ServerFormProps) {
  const [address, setAddress] = useState(provider?.baseUrl ?? '')
  const [place, setPlace] = useState<KeyPlace>('tab')
  const [problem, setProblem] = useState<{ field: 'address' | 'key'; text: string } | null>(null)
  const addressField = useRef<HTMLInputElement>(null)
  // Uncontrolled, so that the key never appears in React state or the document.
  const keyField = useRef<HTMLInputElement>(null)
  const { connect, isBusy, outcome, clear } = useConnect(onDone)
  const id = useId()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    clear()
    const reading = readBaseUrl(address)
    const key = keyIn(keyField.current?.value ?? '')
    if (reading.problem !== undefined) {
      setProblem({ field: 'address', text: problemWords[reading.problem] })
      addressField.current?.focus()
    } else if (provider && key === '') {
      setProblem({ field: 'key', text: `Paste a key of ${provider.label}.` })
      keyField.current?.focus()
    } else {
      setProblem(null)
      const name = provider?.label ?? new URL(reading.baseUrl).host
      connect({ name, baseUrl: reading.baseUrl, key: key === '' ? null : key, place })
    }
  }
  const error = (field: 'address' | 'key') => (problem?.field === field ? problem.text : undefined)
  return (
    <form aria-label={provider ? `${provider.label} key` : 'Other server'} className="px-3 pt-2 pb-3" onSubmit={submit}>
      <div className="grid gap-3">
        {!provider && (
          <Field htmlFor={`${id}-url`} label="Base URL" error={error('address')}>
            <input
              ref={addressField}
              id={`${id}-url`}
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened this form
              autoFocus
              placeholder="https://api.example.com/v1"
              value={address}
              onChange={(event) => setAddress(event.target.value)}
              aria-invalid={error('address') !== undefined}
              aria-describedby={error('address') === undefined ? undefined : `${id}-url-error`}
              className={`${fieldClass} font-mono`}
            />
          </Field>
        )}
        <Field
          htmlFor={`${id}-key`}
          label="API key"
          aside={provider ? <KeyLink keyUrl={provider.keyUrl} /> : 'If it needs one'}
          error={error('key')}
        >
          <input
            ref={keyField}
            id={`${id}-key`}
            type="password"
            autoComplete="off"
            spellCheck={false}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened this form
            autoFocus={provider !== undefined}
            placeholder={provider?.keyPrefix === undefined ? 'Paste a key' : `Paste a key (${provider.keyPrefix}…)`}
            aria-invalid={error('key') !== undefined}
            aria-describedby={error('key') === undefined ? undefined : `${id}-key-error`}
            className={fieldClass}
          />
        </Field>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <div
            role="radiogroup"
            aria-label="Store the key for"
            className="flex flex-wrap items-center gap-x-4 gap-y-1.5"
          >
            {(['tab', 'device'] as const).map((each) => (
              <label key={each} className="flex items-center gap-1.5">
                <input type="radio" name={`${id}-place`} checked={place === each} onChange={() => setPlace(each)} />
                {each === 'tab' ? 'This tab' : 'This device'}
              </label>
            ))}
          </div>
          <Button type="submit" variant="primary" className="ml-auto" disabled={isBusy}>
            {isBusy ? 'Connecting…' : 'Connect'}
          </Button>
        </div>
      </div>
      {outcome && (
        <ConnectFailure
          outcome={outcome}
          provider={provider}
          onUseSuggestion={(better) => {
            clear()
            setAddress(better)
          }}
        />
      )}
    </form>
  )
}
