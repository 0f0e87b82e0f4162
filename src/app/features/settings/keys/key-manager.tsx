import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useRef, useState } from 'react'
import { revokeServiceKey } from '#app/data/service-keys/service-keys.ts'
import { Button } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { fieldClass } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { CreatedKey, KeyInfo } from '#contract/keys.ts'
import { KeyForm } from './key-form.tsx'
import { KeyList } from './key-list.tsx'

/** What the form below the list is for: a new key, the key with this id, or nothing. */
type Open = { isNew: true } | { id: string } | null

/** Lists the keys of the service, and adds, changes and revokes them. Loaded for admin keys only. */
export function KeyManager({ keys }: { keys: readonly KeyInfo[] }) {
  const queries = useQueryClient()
  const [open, setOpen] = useState<Open>(null)
  const [created, setCreated] = useState<CreatedKey | null>(null)
  const [outcome, setOutcome] = useState('')
  const [problem, setProblem] = useState('')
  const addButton = useRef<HTMLButtonElement>(null)
  const focusAddButton = () => setTimeout(() => addButton.current?.focus())
  const readAgain = () => queries.invalidateQueries({ queryKey: ['service-keys'] })
  const edited = open && 'id' in open ? keys.find(({ id }) => id === open.id) : undefined
  const show = (next: Open) => {
    setOpen(next)
    setOutcome('')
    setProblem('')
  }
  const revoke = async ({ id, name }: KeyInfo) => {
    show(null)
    try {
      await revokeServiceKey(id)
      setOutcome(`Revoked ${name}. It stops working within two seconds.`)
    } catch (reason) {
      setProblem(`${name} was not revoked. ${reason instanceof Error ? reason.message : 'Try again.'}`)
    }
    await readAgain()
  }
  return (
    <>
      {problem !== '' && <Notice tone="danger">{problem}</Notice>}
      {outcome !== '' && (
        <p
          key={outcome}
          role="status"
          tabIndex={-1}
          ref={takeFocus}
          className="flex items-center gap-2 rounded-md bg-tint px-3 py-2 outline-none"
        >
          <Check aria-hidden size={16} className="shrink-0 text-success" />
          <span className="min-w-0 wrap-anywhere">{outcome}</span>
        </p>
      )}
      <KeyList keys={keys} openId={edited?.id} onChange={(id) => show({ id })} onRevoke={revoke} />
      {created && (
        <NewKey
          key={created.id}
          created={created}
          onDone={() => {
            setCreated(null)
            focusAddButton()
          }}
        />
      )}
      {open === null || ('id' in open && !edited) ? (
        <Button ref={addButton} className="justify-self-start" onClick={() => show({ isNew: true })}>
          Add key
        </Button>
      ) : (
        <KeyForm
          key={edited?.id ?? 'new'}
          edited={edited}
          onCancel={() => {
            show(null)
            focusAddButton()
          }}
          onCreated={(made) => {
            show(null)
            setCreated(made)
            void readAgain()
          }}
          onChanged={(name) => {
            show(null)
            setOutcome(`Saved ${name}.`)
            void readAgain()
          }}
        />
      )}
    </>
  )
}

/** What was pressed is gone. The same function each time, so that it doesn't run again with every render. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}

/** Shows a new key, the only time that it can be seen. It stays until the user is done. */
function NewKey({ created: { name, key }, onDone }: { created: CreatedKey; onDone: () => void }) {
  return (
    <div
      role="group"
      aria-label={`New key ${name}`}
      tabIndex={-1}
      ref={takeFocus}
      className="grid max-w-xl gap-2 rounded-md border border-line bg-surface-raised p-3 outline-none"
    >
      <p role="status">
        Created <bdi className="font-medium">{name}</bdi>. Copy the key now: it won’t be shown again.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <input
          readOnly
          aria-label="New key"
          value={key}
          onFocus={({ target }) => target.select()}
          className={`${fieldClass} h-8 min-w-0 flex-1 font-mono text-xs`}
        />
        <CopyButton name="Copy key" text={() => key} isNext />
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  )
}
