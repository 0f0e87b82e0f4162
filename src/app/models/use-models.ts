import { useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { connection } from '#app/data/connection.ts'
import { modelsQuery } from '#app/data/queries.ts'

/** What the service publishes, as far as this page knows. */
export function useModels() {
  const revision = useStore(connection, (state) => state.revision)
  return useQuery(modelsQuery(revision))
}
