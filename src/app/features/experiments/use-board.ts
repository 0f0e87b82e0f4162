import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { CellBoard, RepeatView } from './cell-board.ts'

/** The repeats of one cell; draws again only when they change. */
export function useCell(board: CellBoard, name: string): readonly RepeatView[] {
  return useSyncExternalStore(
    useCallback((listener: () => void) => board.subscribe(name, listener), [board, name]),
    () => board.get(name),
  )
}

/** Changes after any cell has changed, at most once in `pause` milliseconds. */
export function useBoardVersion(board: CellBoard, pause: number): number {
  const [version, setVersion] = useState(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = board.subscribeAll(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        setVersion((before) => before + 1)
      }, pause)
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [board, pause])
  return version
}
