import { useState } from 'react'

/**
 * A key for the grid of a result. It stays from one run to the next, as a grid takes longer to build than most answers to come; but one that
 * somebody has scrolled, arranged or gone about in begins anew, so that nothing of that is taken along. Gives also what is to be called
 * when it is scrolled.
 */
export function useGridKey(run: number, isArranged: boolean): readonly [key: number, onScrolled: () => void] {
  const [kept, setKept] = useState({ run, key: run, isTouched: false })
  const isNew = kept.run !== run
  const now = isNew ? { run, key: kept.isTouched ? run : kept.key, isTouched: isArranged } : { ...kept, isTouched: kept.isTouched || isArranged }
  if (isNew || now.isTouched !== kept.isTouched) setKept(now)
  return [now.key, () => setKept((before) => (before.isTouched ? before : { ...before, isTouched: true }))]
}
