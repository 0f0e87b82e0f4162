import { useRouter } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

const prefix = '/models/'

/** The path of a model's page: `/models/` and the id, each segment percent-encoded; slashes stay slashes. */
export function modelPath(id: string): string {
  return prefix + id.split('/').map(encodeURIComponent).join('/')
}

/** The id in a path under `/models/`, as far as it can be decoded; undefined if there is none. */
export function modelIdOf(path: string): string | undefined {
  if (!path.startsWith(prefix) || path.length === prefix.length) return undefined
  return path.slice(prefix.length).split('/').map(decoded).join('/')
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // Typed by hand: a lone percent sign is part of the id.
    return segment
  }
}

type ModelLinkProps = { id: string } & Omit<ComponentProps<'a'>, 'href' | 'id'>

/** A link to a model's page. Not the router's own link, which leaves some characters of an id unencoded in the URL. */
export function ModelLink({ id, children, ...rest }: ModelLinkProps) {
  const { history } = useRouter()
  const path = modelPath(id)
  return (
    <a
      {...rest}
      href={history.createHref(path)}
      onClick={(event) => {
        // The browser opens new tabs and windows itself.
        if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        history.push(path)
      }}
    >
      {/* A right-to-left name must not reorder the text around it. */}
      <bdi>{children}</bdi>
    </a>
  )
}
