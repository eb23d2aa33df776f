import { useEffect, useState } from 'react'
import { elapsedTickMs } from '../limits.ts'
import { elapsedText } from '../wording.ts'

/** Time since a moment of performance.now(), moving on. */
export function Elapsed({ since }: { readonly since: number }) {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), elapsedTickMs)
    return () => clearInterval(timer)
  }, [])
  return <span className="font-mono text-xs text-soft tabular-nums">{elapsedText(Math.max(0, now - since))}</span>
}
