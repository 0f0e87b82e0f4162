/** How long the formulas of one task may take, in milliseconds; the rest have a task of their own. */
const budget = 12

const waiting = new Set<() => void>()
let used = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Does a job now, or soon where many came at once, so that a page full of formulas stays responsive. Gives its undoing. */
export function inTurn(job: () => void): () => void {
  if (waiting.size === 0 && used < budget) run(job)
  else waiting.add(job)
  timer ??= setTimeout(nextTask)
  return () => waiting.delete(job)
}

function run(job: () => void): void {
  const start = performance.now()
  job()
  used += performance.now() - start
}

function nextTask(): void {
  used = 0
  for (const job of waiting) {
    if (used >= budget) break
    waiting.delete(job)
    run(job)
  }
  timer = waiting.size > 0 ? setTimeout(nextTask) : undefined
}
