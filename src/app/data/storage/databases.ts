/** The name of the database of experiments; in this file so that it can be looked up without loading Dexie. */
export const experimentsDatabaseName = 'parley.experiments'

/** Whether this browser has one of these databases. Cheaper than opening it, for which its code would have to be loaded. */
export async function hasDatabase(...names: readonly string[]): Promise<boolean> {
  try {
    const databases = await indexedDB.databases()
    return databases.some(({ name }) => name !== undefined && names.includes(name))
  } catch {
    // Not supported, or no storage; opening the database will show.
    return true
  }
}
