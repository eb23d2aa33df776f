import { Button } from '@colonnade/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { newerBuild } from '../scope/builds/newer-build.ts'
import { api } from '../scope/client.ts'
import { refreshOnReturn } from '../scope/clients/query-client.ts'
import { reachability } from '../scope/reachability.ts'

const barClass = 'block border-b border-warning/30 bg-warning-tint px-4 py-1 text-center text-xs text-warning'

/** How often the server is looked for while it does not answer. */
const lookMs = 2_000

/** Says that the server doesn't answer while it doesn't, and then fetches everything shown again; or that it has a newer build than this page. */
export function ConnectionNotice() {
  const queryClient = useQueryClient()
  const isReachable = useSyncExternalStore(reachability.subscribe, reachability.get)
  useEffect(() => refreshOnReturn(queryClient), [queryClient])
  useEffect(() => {
    if (isReachable) return
    const timer = setInterval(() => void api.health.retrieve().catch(() => undefined), lookMs)
    return () => clearInterval(timer)
  }, [isReachable])
  const isOutdated = useSyncExternalStore(newerBuild.subscribe, newerBuild.get)
  if (!isReachable) {
    return (
      <output className={barClass}>
        {navigator.onLine ? "Can't reach Colonnade." : "You're offline."} What you see may be out of date, and you can't save until the connection is
        back.
      </output>
    )
  }
  if (!isOutdated) return null
  return (
    <output className={barClass}>
      A new version of Colonnade is available. Save your work, then reload to continue.{' '}
      <Button size="sm" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </output>
  )
}
