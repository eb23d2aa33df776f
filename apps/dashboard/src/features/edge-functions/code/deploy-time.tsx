import { useEffect, useState } from 'react'
import { codeText } from '../messages.ts'

/** How long a deploy has taken so far. */
export function DeployTime() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((count) => count + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  return <span className="tabular-nums">{codeText.deploying(seconds)}</span>
}
