import { useEffect, useState } from 'react'

/** Log lines of a request can arrive for this long after its reply. */
const recentMs = 10_000

/** Returns true until 10 seconds have passed since a request was over. */
export function useIsRecent(isOver: boolean): boolean {
  const [isRecent, setIsRecent] = useState(true)
  useEffect(() => {
    if (!isOver) return
    const timer = setTimeout(() => setIsRecent(false), recentMs)
    return () => clearTimeout(timer)
  }, [isOver])
  return isRecent
}
