import { useQueryClient } from '@tanstack/react-query'
import { connectionModelsQuery } from '#app/data/connection-models.ts'
import { modelsQuery } from '#app/data/queries.ts'
import { nearModels } from '#app/models/near-models.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'

interface MissingModelProps {
  modelId: string
  connectionId: string | null
  onChoose: (id: string) => void
}

/** Says that a model is not known where it is asked for, and offers those with a name like it. */
export function MissingModel({ modelId, connectionId, onChoose }: MissingModelProps) {
  const client = useQueryClient()
  const known = client.getQueryData(
    connectionId === null ? modelsQuery().queryKey : connectionModelsQuery(connectionId).queryKey,
  )
  return (
    <div className="px-4 pt-3">
      <Notice
        tone="warning"
        actions={nearModels(modelId, known ?? []).map(({ id }) => (
          <Button key={id} size="small" onClick={() => onChoose(id)}>
            Use {id}
          </Button>
        ))}
      >
        No model is called <bdi>{modelId}</bdi> here. Choose another one above.
      </Notice>
    </div>
  )
}
