import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { api } from '../scope/client.ts'
import { reachability } from '../scope/reachability.ts'

/** How often the server is looked for while it does not answer. */
const lookMs = 2_000

/** Says that the server does not answer, for as long as that is so; then everything shown is fetched again. */
export function ConnectionNotice() {
  const queryClient = useQueryClient()
  const isReachable = useSyncExternalStore(reachability.subscribe, reachability.get)
  useEffect(() => {
    if (isReachable) return
    const timer = setInterval(() => {
      api.health.retrieve().then(
        () => queryClient.invalidateQueries(),
        () => undefined,
      )
    }, lookMs)
    return () => clearInterval(timer)
  }, [isReachable, queryClient])
  if (isReachable) return null
  return (
    <output className="block border-b border-warning/30 bg-warning-tint px-4 py-1 text-center text-xs text-warning">
      Colonnade can not be reached. What you see may be out of date, and nothing can be saved until it answers again.
    </output>
  )
}
