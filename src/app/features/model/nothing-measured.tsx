/** What most models have been measured by this browser. */
export function NothingMeasured() {
  return <p className="text-text-muted">Nothing measured in this browser yet.</p>
}
