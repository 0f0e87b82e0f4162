/** Who wrote a message. `id` is the full id of a model. */
export function MessageLabel({ name, id }: { name: string; id?: string }) {
  return (
    <div data-part="label" className="label flex h-6 min-w-0 items-center">
      <span className="truncate" title={id}>
        {name}
      </span>
    </div>
  )
}
