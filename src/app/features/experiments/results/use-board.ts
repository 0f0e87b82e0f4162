import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { CellBoard, RepeatView } from './cell-board.ts'

/** The repeats of one cell; draws again only when they change. */
export function useCell(board: CellBoard, name: string): readonly RepeatView[] {
  return useSyncExternalStore(
    useCallback((listener: () => void) => board.subscribe(name, listener), [board, name]),
    () => board.get(name),
  )
}

/** In milliseconds. */
const boardPause = 500

/** Changes after any cell has changed, at most twice a second. */
export function useBoardVersion(board: CellBoard): number {
  const [version, setVersion] = useState(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = board.subscribeAll(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        setVersion((before) => before + 1)
      }, boardPause)
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [board])
  return version
}
