import { CircleCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { useStore } from 'zustand'
import { readBaseUrl } from '#app/data/connections/base-url.ts'
import { keyIn } from '#app/data/connections/connection.ts'
import { type ToolList, listTools } from '#app/data/mcp/list-tools.ts'
import { allowedServers, mcpServers, setAllowed } from '#app/data/mcp/mcp-servers.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldClass } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { problemWords } from './connection-form.tsx'

const newServer = 'new'

/** The MCP servers whose tools models may call. The fields of one, or of a new one, are shown when it is opened. */
export function McpServersSection() {
  const servers = useStore(mcpServers, (state) => state.others)
  const [openId, setOpenId] = useState<string | null>(null)
  const open = servers.find(({ id }) => id === openId)
  return (
    <section aria-labelledby="mcp-servers" className="grid max-w-5xl gap-5 border-t border-line p-4 md:p-6">
      <div className="grid gap-1.5">
        <h2 id="mcp-servers" className="text-lg font-semibold">
          MCP servers
        </h2>
        <p className="max-w-[72ch] text-md text-text-muted">
          Let models call the tools of MCP servers (Streamable HTTP). This browser calls them directly, and asks you
          before each call. Choose their tools in the playground, in Tools.
        </p>
      </div>
      {servers.length > 0 && (
        <ul aria-label="Your MCP servers" className="grid max-w-xl divide-y divide-line rounded-md border border-line">
          {servers.map(({ id, name, baseUrl }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
              <button
                type="button"
                aria-pressed={id === openId}
                onClick={() => setOpenId(id)}
                className="mr-auto grid min-w-0 rounded-sm text-left hover:underline"
              >
                <span className="truncate font-medium">{name}</span>
                <span className="truncate font-mono text-xs text-text-muted">{baseUrl}</span>
              </button>
              <AllowSwitch id={id} />
            </li>
          ))}
        </ul>
      )}
      {openId === null ? (
        <Button className="justify-self-start" onClick={() => setOpenId(newServer)}>
          Add MCP server
        </Button>
      ) : (
        <ServerForm key={openId} id={open?.id ?? null} onOpen={setOpenId} />
      )}
    </section>
  )
}

function AllowSwitch({ id }: { id: string }) {
  const isAllowed = useStore(allowedServers, ({ ids }) => ids.includes(id))
  return (
    <Switch checked={isAllowed} onChange={(isOn) => setAllowed(id, isOn)}>
      Always allow
    </Switch>
  )
}

interface ServerFormProps {
  /** Null for a new server. */
  id: string | null
  onOpen: (id: string | null) => void
}

function ServerForm({ id, onOpen }: ServerFormProps) {
  const server = useStore(mcpServers, ({ others }) => others.find((each) => each.id === id))
  const [savedId, setSavedId] = useState(id)
  const hasToken = useStore(mcpServers, ({ keyPlaces }) => savedId !== null && keyPlaces[savedId] !== undefined)
  const [url, setUrl] = useState(server?.baseUrl ?? '')
  const [problem, setProblem] = useState<string>()
  const [report, setReport] = useState<ToolList | 'running'>()
  const isSaved = useStore(mcpServers, ({ others }) =>
    others.some((each) => each.id === savedId && each.baseUrl === readBaseUrl(url).baseUrl),
  )
  const urlField = useRef<HTMLInputElement>(null)
  const tokenField = useRef<HTMLInputElement>(null)
  const running = useRef<AbortController>(null)

  /** Saves what is typed. Undefined if the URL is invalid, which is then shown. */
  const save = (): string | undefined => {
    const reading = readBaseUrl(url)
    setProblem(
      reading.problem === undefined
        ? undefined
        : reading.problem === 'empty'
          ? emptyWords
          : problemWords[reading.problem],
    )
    if (reading.baseUrl === undefined) {
      urlField.current?.focus()
      return undefined
    }
    const token = keyIn(tokenField.current?.value ?? '')
    if (tokenField.current) tokenField.current.value = ''
    const { baseUrl } = reading
    const known = mcpServers.getState().others.find((each) => each.baseUrl === baseUrl)
    const saved = mcpServers.save({
      id: savedId ?? known?.id ?? null,
      name: new URL(baseUrl).host,
      baseUrl,
      key: token === '' ? undefined : token,
      place: 'device',
    })
    setSavedId(saved.id)
    return saved.id
  }
  const test = async () => {
    const tested = save()
    if (tested === undefined) return
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setReport('running')
    const found = await listTools(tested, controller.signal).catch(() => undefined)
    if (found && !controller.signal.aborted) setReport(found)
  }
  const clear = () => {
    running.current?.abort()
    setReport(undefined)
    setProblem(undefined)
  }

  return (
    <form
      aria-label="MCP server"
      className="grid max-w-xl gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        clear()
        if (isSaved && (tokenField.current?.value ?? '') === '') {
          // The next one.
          setUrl('')
          setSavedId(null)
          onOpen(newServer)
          urlField.current?.focus()
        } else save()
      }}
    >
      <Field htmlFor="mcp-url" label="Server URL" error={problem}>
        <input
          ref={urlField}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form opens because its button was pressed
          autoFocus
          id="mcp-url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="http://127.0.0.1:3001/mcp"
          value={url}
          onChange={({ target }) => {
            clear()
            setUrl(target.value)
          }}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : 'mcp-url-error'}
          className={`${fieldClass} font-mono`}
        />
      </Field>
      <Field htmlFor="mcp-token" label="Token" aside="Optional">
        <input
          ref={tokenField}
          id="mcp-token"
          type="password"
          autoComplete="off"
          spellCheck={false}
          placeholder={hasToken ? 'Token saved' : 'None'}
          onChange={clear}
          className={fieldClass}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary">
          Add MCP server
        </Button>
        <Button onClick={() => void test()}>Test connection</Button>
        {savedId !== null && (
          <Button
            variant="quiet"
            className="ml-auto"
            onClick={() => {
              clear()
              setAllowed(savedId, false)
              mcpServers.remove(savedId)
              setSavedId(null)
              setUrl('')
              onOpen(null)
              urlField.current?.focus()
            }}
          >
            Remove
          </Button>
        )}
      </div>
      {report && <TestReport report={report} />}
    </form>
  )
}

const emptyWords = 'Enter the URL of the MCP server, such as http://127.0.0.1:3001/mcp.'

function TestReport({ report }: { report: ToolList | 'running' }) {
  if (report === 'running') {
    return (
      <p role="status" className="animate-appear-late text-text-muted">
        Testing connection…
      </p>
    )
  }
  if (!report.ok) return <Notice tone="danger">{report.problem}</Notice>
  const { tools, isRelayed } = report
  return (
    <div className="grid gap-2">
      <p role="status" className="flex items-start gap-2">
        <CircleCheck aria-hidden size={16} className="mt-0.5 shrink-0 text-success" />
        <span>
          Connected: {tools.length === 1 ? '1 tool' : `${tools.length} tools`}
          {isRelayed && ', through this service'}.
        </span>
      </p>
      <ul aria-label="Tools" className="grid gap-1.5">
        {tools.map(({ name, description }) => (
          <li key={name} className="min-w-0">
            <span className="font-mono text-xs wrap-anywhere">{name}</span>
            <span className="line-clamp-2 text-xs wrap-anywhere text-text-muted">{description}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
