import type { Project } from '@colonnade/contracts/projects/projects'
import { isAppError } from '@colonnade/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { projectQuery } from './queries.ts'

/** The project of the page. Its route's loader has fetched it; one that was deleted since then is REMOVED. */
export function useProject(ref: string, refetchInterval?: (project: Project | undefined) => number): Project {
  const { data, error } = useSuspenseQuery({
    ...projectQuery(ref),
    ...(refetchInterval && {
      refetchInterval: ({ state }: { state: { data: Project | undefined; error: Error | null } }) =>
        isGone(state.error) ? false : refetchInterval(state.data),
    }),
  })
  return isGone(error) ? { ...data, status: 'REMOVED' } : data
}

function isGone(error: Error | null): boolean {
  return isAppError(error, 'project_not_found')
}
