import { keyVariable } from '#app/data/codegen/literal.ts'
import { isStaticCopy } from '#app/data/calls/page-host.ts'
import { InlineCode } from '#app/ui/field.tsx'

interface KeyHintProps {
  /** The name of another connection; null for the service that served this page. */
  service: string | null
}

/** How to set the environment variable from which the code reads its key. */
export function KeyHint({ service }: KeyHintProps) {
  if (service !== null) {
    return (
      <>
        The code reads the key for <bdi>{service}</bdi> from the environment. First run{' '}
        <InlineCode>{`export ${keyVariable}=…`}</InlineCode> with that key.
      </>
    )
  }
  if (isStaticCopy) {
    return 'This copy of Parley runs entirely in the page and has no API. Enter the base URL of a provider.'
  }
  return (
    <>
      The code reads your key from the environment. First run{' '}
      <InlineCode>{`export ${keyVariable}=parley_…`}</InlineCode>. Use the key after <InlineCode>#key=</InlineCode> in
      the link that Parley printed, or create a permanent one on the server with{' '}
      <InlineCode>npm run keys -- add NAME</InlineCode>.
    </>
  )
}
