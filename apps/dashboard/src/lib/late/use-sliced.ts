import { useEffect, useMemo, useState } from 'react'
import { finish, inSlices, type Steps } from './slices.ts'

export interface Sliced<Value> {
  /** Of the work before while the present one is under way; undefined when there was none. */
  readonly value: Value | undefined
  readonly isUnderWay: boolean
}

/** What comes of work, which is done at once when it is short, and else beside everything that the page does. Another function is other work. */
export function useSliced<Value>(begin: () => Steps<Value>, isShort: boolean): Sliced<Value> {
  const [late, setLate] = useState<{ readonly of: () => Steps<Value>; readonly value: Value } | null>(null)
  const prompt = useMemo(() => (isShort ? { of: begin, value: finish(begin()) } : null), [begin, isShort])
  useEffect(() => {
    if (isShort) return
    let isLeft = false
    const work = async () => {
      const done = await inSlices(begin(), () => isLeft)
      if (done !== null && !isLeft) setLate({ of: begin, value: done.value })
    }
    void work()
    return () => {
      isLeft = true
    }
  }, [begin, isShort])
  const told = prompt ?? late
  return { value: told?.value, isUnderWay: told?.of !== begin }
}
