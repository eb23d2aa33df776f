import { useEffect, useState } from 'react'
import { codeText } from '../messages.ts'

/** Shows how long a deploy has been running. */
export function DeployTime() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((count) => count + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  return <span className="tabular-nums">{codeText.deploying(seconds)}</span>
}
