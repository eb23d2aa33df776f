import { useState } from 'react'

/**
 * Returns a key for the grid of a result. It stays from one run to the next, because a grid takes longer to build than most answers take to arrive.
 * A grid that was scrolled, arranged or navigated starts fresh, so that none of that is kept. Also returns the callback for scrolling.
 */
export function useGridKey(run: number, isArranged: boolean): readonly [key: number, onScrolled: () => void] {
  const [kept, setKept] = useState({ run, key: run, isTouched: false })
  const isNew = kept.run !== run
  const now = isNew ? { run, key: kept.isTouched ? run : kept.key, isTouched: isArranged } : { ...kept, isTouched: kept.isTouched || isArranged }
  if (isNew || now.isTouched !== kept.isTouched) setKept(now)
  return [now.key, () => setKept((before) => (before.isTouched ? before : { ...before, isTouched: true }))]
}
