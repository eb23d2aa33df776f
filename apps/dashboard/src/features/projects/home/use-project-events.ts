import type { ProjectEvent } from '@colonnade/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useIsVisible } from '../../../lib/use-is-visible.ts'
import { api } from '../../../scope/client.ts'
import { projectQuery } from '../../../scope/queries.ts'

/** Events come in bursts; what they lead to is done once per burst. */
const burstMs = 40

export interface ProjectEvents {
  readonly events: readonly ProjectEvent[]
  readonly error: Error | null
}

/** What happened to a project, and what happens now, while the page is looked at. A change of status is fetched as soon as it is told. */
export function useProjectEvents(ref: string): ProjectEvents {
  const queryClient = useQueryClient()
  const isVisible = useIsVisible()
  const [state, setState] = useState<ProjectEvents>({ events: [], error: null })

  useEffect(() => {
    if (!isVisible) return
    const controller = new AbortController()
    let burst: ProjectEvent[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      timer = undefined
      const arrived = burst
      burst = []
      setState(({ events }) => ({ events: appendNew(events, arrived), error: null }))
      if (arrived.some(({ kind }) => kind === 'status')) {
        void queryClient.invalidateQueries({ ...projectQuery(ref), exact: true })
        void queryClient.invalidateQueries({ queryKey: ['notifications'] })
      }
    }
    const read = async () => {
      for await (const event of api.projects.events({ params: { ref }, signal: controller.signal })) {
        burst.push(event)
        timer ??= setTimeout(flush, burstMs)
      }
    }
    read().catch((error: unknown) => {
      if (!controller.signal.aborted) setState(({ events }) => ({ events, error: error instanceof Error ? error : new Error(String(error)) }))
    })
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [ref, isVisible, queryClient])

  return state
}

/** A stream that is opened again tells everything again. */
function appendNew(events: readonly ProjectEvent[], arrived: readonly ProjectEvent[]): readonly ProjectEvent[] {
  const lastId = events.at(-1)?.id ?? -1
  const fresh = arrived.filter(({ id }) => id > lastId)
  return fresh.length === 0 ? events : [...events, ...fresh]
}
