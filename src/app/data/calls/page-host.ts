/** True in a static copy of the page, which has no service beside it: its models answer within the page. */
export const servesItself: boolean = import.meta.env.MODE === 'static'

/** Whether what served this page still answers. Never rejects. */
export async function isPageServed(): Promise<boolean> {
  try {
    // As for the page itself: other answers are not to be had at its address.
    return (await fetch(location.href, { method: 'HEAD', headers: { accept: 'text/html' }, cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/** Loads the page again where there is something to load it from, elsewhere nothing would be left of it; says whether. */
export async function reloadIfServed(): Promise<boolean> {
  const served = await isPageServed()
  if (served) location.reload()
  return served
}
