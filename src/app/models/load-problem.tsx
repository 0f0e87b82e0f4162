import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'

/** The list could not be had, and nothing of it is known. */
export function LoadProblem({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className="p-4 md:p-5">
      <Notice
        tone="danger"
        actions={
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {message}
      </Notice>
    </div>
  )
}
