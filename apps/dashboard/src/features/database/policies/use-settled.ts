import { useEffect, useState } from 'react'

/** How long after the last key what was written is looked at, in milliseconds. */
const settleMs = 250

/** A text once nobody has typed for a moment. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
