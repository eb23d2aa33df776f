import { useEffect, useState } from 'react'
import { expiryTickMs } from './limits.ts'

/** The time in milliseconds since the epoch, as it goes by. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), expiryTickMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
