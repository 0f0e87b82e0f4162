/** What the database of conversations is called in this browser; apart, so that one can look for it without loading it. */
export const historyName = 'parley'
