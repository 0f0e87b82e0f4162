import { Link } from '@tanstack/react-router'
import { ServiceFailure } from '#app/data/service-failure.ts'
import { typeNamedIn } from '#app/data/read-model.ts'
import { typeWords } from '#app/models/model-words.ts'
import { ModelLink } from '#app/models/model-link.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'

interface ModelProblemProps {
  id: string
  error: Error
  /** Whether nothing of the model is shown beneath. */
  isAlone: boolean
  onAgain: () => void
}

/** Why there is nothing to show of a model: there is none of that id, it is of another type, or nobody answered. */
export function ModelProblem({ id, error, isAlone, onAgain }: ModelProblemProps) {
  const own = error instanceof ServiceFailure ? typeNamedIn(error) : undefined
  if (own !== undefined || (error instanceof ServiceFailure && error.detail.param === 'type')) {
    return (
      <>
        {isAlone && <Title id={id} />}
        <Notice
          tone="warning"
          actions={
            <ModelLink id={id} className={buttonClass({})}>
              Show the model
            </ModelLink>
          }
        >
          {own === undefined ? (
            `This address asks for a type that there is not. ${error.message}`
          ) : (
            <>
              <bdi>{id.slice(0, 200)}</bdi> is of another type than this address says: {typeWords[own].toLowerCase()}.
            </>
          )}
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
          There is no model called <bdi>{id.slice(0, 200)}</bdi> here. The id may be mistyped, or the model gone. Look
          for it in the catalogue.
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

function Title({ id }: { id: string }) {
  return <h1 className="font-mono text-md font-semibold wrap-anywhere">{id}</h1>
}
