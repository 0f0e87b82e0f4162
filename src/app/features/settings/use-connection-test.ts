import { useRef, useState } from 'react'
import type { ConnectionTarget } from '#app/data/connection-target.ts'
import { testConnection, type ConnectionReport } from '#app/data/test-connection.ts'

/** Tests connections, one at a time: a new test or a change of what is tested takes the place of the one before. */
export function useConnectionTest() {
  const [report, setReport] = useState<ConnectionReport | 'running' | null>(null)
  const running = useRef<AbortController>(null)
  const clear = () => {
    running.current?.abort()
    setReport(null)
  }
  const test = (target: ConnectionTarget) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setReport('running')
    testConnection(target, location.origin, controller.signal).then(setReport, () => undefined)
  }
  return { report, test, clear }
}
