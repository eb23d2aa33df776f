import { useEffect, useState } from 'react'

/** Log lines can arrive this long after the response, in milliseconds. */
const recentMs = 10_000

/** Returns true until 10 seconds after the end of a request. */
export function useIsRecent(isOver: boolean): boolean {
  const [isRecent, setIsRecent] = useState(true)
  useEffect(() => {
    if (!isOver) return
    const timer = setTimeout(() => setIsRecent(false), recentMs)
    return () => clearTimeout(timer)
  }, [isOver])
  return isRecent
}
