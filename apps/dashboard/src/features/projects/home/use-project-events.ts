import type { ProjectEvent } from '@colonnade/contracts/projects/projects'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useIsVisible } from '../../../lib/use-is-visible.ts'
import { keyOf } from '../../../scope/keys/keys.ts'
import { projectQuery } from '../../../scope/queries.ts'
import { activityQuery, healthQuery } from '../queries.ts'
import { appendNew, watchEvents } from './watch-events.ts'

export interface ProjectEvents {
  readonly events: readonly ProjectEvent[]
  readonly error: Error | null
  /** Asks again, where they could not be asked for. */
  readonly retry: () => void
}

/** Returns a project's events, live while the page is visible. A status change refreshes the project's figures. */
export function useProjectEvents(ref: string): ProjectEvents {
  const queryClient = useQueryClient()
  const isVisible = useIsVisible()
  const [events, setEvents] = useState<readonly ProjectEvent[]>([])
  const [attempt, setAttempt] = useState(0)
  const [lost, setLost] = useState<{ readonly attempt: number; readonly error: Error } | null>(null)

  useEffect(() => {
    if (!isVisible) return
    const controller = new AbortController()
    let lastStatus: ProjectEvent['status'] | undefined
    const onBurst = (arrived: readonly ProjectEvent[]) => {
      setEvents((before) => appendNew(before, arrived))
      setLost(null)
      // earlier figures no longer apply
      if (lastStatus !== undefined && arrived.some(({ status }) => status !== lastStatus)) {
        void queryClient.invalidateQueries({ queryKey: healthQuery(ref).queryKey })
        void queryClient.invalidateQueries({ queryKey: activityQuery(ref).queryKey })
      }
      const last = arrived.at(-1)
      lastStatus = last?.status
      const known = queryClient.getQueryData(projectQuery(ref).queryKey)
      const isKnown = known?.status === last?.status && (last?.kind !== 'status' || last.message === (known?.problem?.message ?? null))
      if (isKnown) return
      void queryClient.invalidateQueries({ ...projectQuery(ref), exact: true })
      void queryClient.invalidateQueries({ queryKey: keyOf('/platform/notifications') })
    }
    watchEvents(ref, controller.signal, onBurst).catch((error: unknown) => {
      if (!controller.signal.aborted) setLost({ attempt, error: error instanceof Error ? error : new Error(String(error)) })
    })
    return () => controller.abort()
  }, [ref, isVisible, queryClient, attempt])

  // an error belongs to the attempt it ended; the next attempt reopens the stream
  const error = lost?.attempt === attempt ? lost.error : null
  return { events, error, retry: () => setAttempt((before) => before + 1) }
}
