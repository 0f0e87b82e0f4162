import { Link } from '@tanstack/react-router'
import { Check, Plus } from 'lucide-react'
import { useStore } from 'zustand'
import type { Model } from '#contract/model.ts'
import { writeIds } from '#app/models/compare-path.ts'
import { compareLimit, compareStore, toggleCompared } from '#app/models/compare-list.ts'
import { StatusWord } from '#app/models/status-word.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'

/** Which model this is, and what one does with it. */
export function ModelHeader({ model }: { model: Model }) {
  const { id, name, model_type: type, status, deprecated } = model
  return (
    <header className="grid gap-3">
      <nav aria-label="Breadcrumb" className="text-xs text-text-muted">
        <Link to="/models" className="rounded-sm underline decoration-line-strong underline-offset-3 hover:text-text">
          Models
        </Link>
      </nav>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-1">
          <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">
            <bdi>{name}</bdi>
          </h1>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <bdi className="font-mono text-xs wrap-anywhere text-text-muted">{id}</bdi>
            <CopyButton name="Copy id" label="Copy id" text={() => id} />
            <StatusWord status={status} deprecated={deprecated} />
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {type === 'text_generation' && (
            <Link
              to="/"
              search={{ model: id }}
              className={buttonClass({ variant: status === 'active' ? 'primary' : 'secondary' })}
            >
              Open in playground
            </Link>
          )}
          <CompareButton id={id} />
        </div>
      </div>
    </header>
  )
}

function CompareButton({ id }: { id: string }) {
  const ids = useStore(compareStore, (state) => state.ids)
  const isIn = ids.includes(id)
  const isFull = !isIn && ids.length >= compareLimit
  const Icon = isIn ? Check : Plus
  return (
    <>
      <Button aria-pressed={isIn} disabled={isFull} onClick={() => toggleCompared(id)}>
        <Icon aria-hidden size={16} />
        {isIn ? 'In comparison' : 'Add to compare'}
      </Button>
      {isFull && <span className="text-xs text-text-muted">{compareLimit} models are as many as fit.</span>}
      {ids.length > 0 && (
        <Link
          to="/compare"
          search={{ ids: writeIds(ids) }}
          className="rounded-sm px-1 text-accent underline underline-offset-3"
        >
          Compare {ids.length}
        </Link>
      )}
    </>
  )
}
