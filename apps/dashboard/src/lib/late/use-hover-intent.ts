import { useEffect, useMemo, useRef, useState } from 'react'

/** How long a pointer rests on something before it means it: one that only crosses is gone by then. */
const meantAfterMs = 175

export interface HoverIntent {
  readonly isMeant: boolean
  readonly enter: () => void
  readonly leave: () => void
  /** Something was chosen: what had opened closes, and stays closed until the pointer leaves. */
  readonly settle: () => void
}

/** Whether a pointer rests on something, rather than crossing it on its way. */
export function useHoverIntent(): HoverIntent {
  const [isMeant, setIsMeant] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const actions = useMemo(() => {
    const close = (): void => {
      clearTimeout(timer.current)
      setIsMeant(false)
    }
    return {
      enter(): void {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => setIsMeant(true), meantAfterMs)
      },
      leave: close,
      settle: close,
    }
  }, [])
  return { isMeant, ...actions }
}
