import { useRouter } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

const prefix = '/models/'

/** The path of a model's page: `/models/` and the id, each segment percent-encoded; slashes stay slashes. */
export function modelPath(id: string): string {
  return prefix + id.split('/').map(encodeURIComponent).join('/')
}

/** The id that a path under `/models/` stands for, as far as it can be decoded; undefined where it names none. */
export function modelIdOf(path: string): string | undefined {
  if (!path.startsWith(prefix) || path.length === prefix.length) return undefined
  return path.slice(prefix.length).split('/').map(decoded).join('/')
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // Typed by hand: a lone percent sign is part of what was meant.
    return segment
  }
}

type ModelLinkProps = { id: string } & Omit<ComponentProps<'a'>, 'href' | 'id'>

/**
 * A link to a model's page. The router's own link would write some characters of an id undecoded into its address; this
 * one says it as it is copied and shared, with every segment percent-encoded.
 */
export function ModelLink({ id, children, ...rest }: ModelLinkProps) {
  const { history } = useRouter()
  const path = modelPath(id)
  return (
    <a
      {...rest}
      href={history.createHref(path)}
      onClick={(event) => {
        // A new tab, a new window and a download are the browser's.
        if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        history.push(path)
      }}
    >
      {/* A name may read from the right, and must not turn around what stands beside it. */}
      <bdi>{children}</bdi>
    </a>
  )
}
