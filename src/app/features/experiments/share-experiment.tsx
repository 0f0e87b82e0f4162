import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { visibleJson } from '#app/data/codegen/literal.ts'
import { linkDefinition, portableDefinition, writeExperimentFragment } from '#app/data/experiments/shared-experiment.ts'
import { containsSecret, secretsIn } from '#app/data/share/secrets-in.ts'
import { fitsPayload } from '#app/data/share/share-codec.ts'
import { ShareLink } from '#app/ui/share-link.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { counted } from '#app/ui/format.ts'
import { type Definition, variantName } from '#experiments/definition.ts'

/** Creates a link to the definition of an experiment and shows exactly what it contains. */
export function ShareExperiment({ definition, onClose }: { definition: Definition; onClose: () => void }) {
  const { history } = useRouter()
  const shared = linkDefinition(definition)
  const containsKey = containsSecret(shared, secretsIn())
  const { data: link = '' } = useQuery({
    queryKey: ['experiment-link', shared],
    queryFn: async () =>
      `${location.origin}${history.createHref(`/experiments#${await writeExperimentFragment(definition)}`)}`,
    enabled: !containsKey,
    staleTime: Infinity,
    gcTime: 0,
    networkMode: 'always',
  })
  const json = JSON.stringify(shared)
  const hasFiles = json.includes('"attachment:')
  return (
    <Dialog title="Share" onClose={onClose}>
      <div className="grid gap-5">
        <div className="grid gap-2">
          <h3 className="label">What will be shared</h3>
          <ul className="grid gap-1.5">
            {shared.variants.map((variant) => (
              <li key={variant.id} className="wrap-anywhere">
                <bdi className="font-medium">{variantName(variant)}</bdi>
                {variant.connection !== null && <span className="text-text-muted">{`, at ${variant.connection}`}</span>}
              </li>
            ))}
            {shared.judge && (
              <li className="wrap-anywhere">
                Judge: <bdi className="font-medium">{shared.judge.model || 'none yet'}</bdi>
                {shared.judge.connection !== null && (
                  <span className="text-text-muted">{`, at ${shared.judge.connection}`}</span>
                )}
              </li>
            )}
            <li className="text-text-muted">
              {counted(shared.cases.length, 'case')}, {counted(shared.assertions.length, 'assertion')}
            </li>
          </ul>
          {!containsKey && (
            <details>
              <summary className="w-fit rounded-sm text-xs text-text-muted hover:text-text">View JSON</summary>
              <pre
                tabIndex={0}
                role="group"
                aria-label="Everything in the link"
                className="mt-1.5 max-h-60 overflow-auto rounded-md border border-line bg-surface p-2.5 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
              >
                {visibleJson(shared)}
              </pre>
            </details>
          )}
          <p className="text-xs text-text-muted">
            No API keys{hasFiles ? ', attached files' : ''} or results are included. To share results, export them as
            JSON. The experiment is stored in the link itself, not on a server.
          </p>
        </div>
        {containsKey ? (
          <Notice tone="danger">
            This experiment contains one of your API keys. Remove it from the prompt, the cases or the other fields to
            create a link.
          </Notice>
        ) : (
          <ShareLink
            link={link}
            fits={fitsPayload(shared)}
            shorten="Share fewer cases"
            content="Anyone with the link can read the prompt and the cases."
            fileName="experiment.json"
            file={`${JSON.stringify(portableDefinition(definition), null, 2)}\n`}
          />
        )}
      </div>
    </Dialog>
  )
}
