/** True in a static copy of the page. It has no service; the built-in models run in the page. */
export const isStaticCopy: boolean = import.meta.env.MODE === 'static'

/** Whether the server of this page still responds. Never rejects. */
export async function isPageReachable(): Promise<boolean> {
  try {
    // The server only sends the page to requests that accept HTML.
    return (await fetch(location.href, { method: 'HEAD', headers: { accept: 'text/html' }, cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/**
 * Reloads the page if its server responds; otherwise the user would be left with nothing. Returns whether it reloads.
 */
export async function reloadIfReachable(): Promise<boolean> {
  const isReachable = await isPageReachable()
  if (isReachable) location.reload()
  return isReachable
}
