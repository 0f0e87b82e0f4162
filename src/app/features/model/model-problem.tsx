import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ModelType } from '#contract/model.ts'
import { modelTypes } from '#contract/model-types.ts'
import { ServiceFailure } from '#app/data/calls/service-call.ts'
import { typeNamedIn } from '#app/data/models/queries.ts'
import { IgnoredNote } from '#app/models/load-problem.tsx'
import { typeWords } from '#app/models/model-words.tsx'
import { ModelLink } from '#app/models/model-link.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'

interface ModelProblemProps {
  id: string
  error: Error
  /** Whether nothing else is shown of the model. */
  isAlone: boolean
  onAgain: () => void
}

/** Why a model can't be shown: unknown id, a different type, or no response from the service. */
export function ModelProblem({ id, error, isAlone, onAgain }: ModelProblemProps) {
  const own = error instanceof ServiceFailure ? typeNamedIn(error) : undefined
  if (own !== undefined) {
    return (
      <>
        {isAlone && <Title id={id} />}
        <Notice
          tone="warning"
          actions={
            <ModelLink id={id} className={buttonClass({})}>
              Show model
            </ModelLink>
          }
        >
          The link has the wrong type. <bdi>{id.slice(0, 200)}</bdi> is of type {typeWords[own].toLowerCase()}.
        </Notice>
      </>
    )
  }
  if (error instanceof ServiceFailure && error.status === 404) {
    return (
      <>
        {isAlone && <Title id={id} />}
        <Notice
          tone="warning"
          actions={
            <Link to="/models" className={buttonClass({})}>
              Show all models
            </Link>
          }
        >
          Model <bdi>{id.slice(0, 200)}</bdi> not found. Check the id, or search all models.
        </Notice>
      </>
    )
  }
  return (
    <>
      {isAlone && <Title id={id} />}
      <Notice
        tone="danger"
        actions={
          <Button size="small" onClick={onAgain}>
            Try again
          </Button>
        }
      >
        {error.message}
      </Notice>
    </>
  )
}

/** Removes an unknown type from the URL, and says so. */
export function IgnoredType({ type }: { type: string | undefined }) {
  const unknown = type !== undefined && !isModelType(type) ? `type=${type}` : undefined
  const [ignored, setIgnored] = useState(unknown)
  const { history } = useRouter()
  if (unknown !== undefined && unknown !== ignored) setIgnored(unknown)
  useEffect(() => {
    if (unknown !== undefined) history.replace(history.location.pathname)
  }, [unknown, history])
  return <IgnoredNote ignored={ignored === undefined ? [] : [ignored]} onDismiss={() => setIgnored(undefined)} />
}

/** Whether a text names a type of model. */
export function isModelType(text: string | undefined): text is ModelType {
  return modelTypes.some((each) => each === text)
}

function Title({ id }: { id: string }) {
  return <h1 className="font-mono text-md font-semibold wrap-anywhere">{id}</h1>
}
