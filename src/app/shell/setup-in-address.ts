/** The payload of a setup link, `#s=VERSION.PAYLOAD`; null where the fragment is something else. */
export const setupInAddress = (): string | null => new URLSearchParams(location.hash.slice(1)).get('s')
