import { backups as endpoints, type BackupReport } from '@colonnade/contracts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useIsVisible } from '../../lib/use-is-visible.ts'
import { dataApi } from '../../scope/data-client.ts'
import { projectsQuery } from '../../scope/queries.ts'

export const backupsQuery = (ref: string) =>
  queryOptions({
    queryKey: ['projects', ref, 'backups'],
    queryFn: ({ signal }) => dataApi.backups.report({ params: { ref }, signal }),
  })

/** What could be recovered no more without a backup: as of now, each time that it is asked. */
export const removalQuery = (ref: string, id: string) =>
  queryOptions({
    queryKey: ['projects', ref, 'backups', 'removal', id],
    queryFn: ({ signal }) => dataApi.backups.previewRemoval({ params: { ref, id }, signal }),
    gcTime: 0,
  })

/** What was committed around a moment, in milliseconds since the Unix epoch. */
export const commitsQuery = (ref: string, at: number) =>
  queryOptions({
    queryKey: ['projects', ref, 'backups', 'commits', at],
    queryFn: ({ signal }) => dataApi.backups.listCommits({ params: { ref }, query: { at: new Date(at).toISOString() }, signal }),
  })

/** Where a backup is downloaded from. */
export function downloadUrl(ref: string, id: string): string {
  return endpoints.download.path.replace('{ref}', encodeURIComponent(ref)).replace('{id}', encodeURIComponent(id))
}

export interface LiveBackups {
  readonly report: BackupReport | undefined
  /** Why it is not known, or not followed. */
  readonly error: Error | null
  readonly retry: () => void
}

/** Backups and restores, kept as they are on the server while the page is looked at. */
export function useLiveBackups(ref: string): LiveBackups {
  const queryClient = useQueryClient()
  const isVisible = useIsVisible()
  const { data: report, error, refetch } = useQuery(backupsQuery(ref))
  const [isFollowing, setIsFollowing] = useState(false)
  const [lost, setLost] = useState<Error | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!isVisible) return
    const controller = new AbortController()
    let told = ''
    const follow = async (): Promise<void> => {
      for await (const now of dataApi.backups.events({ params: { ref }, signal: controller.signal })) {
        setLost(null)
        setIsFollowing(true)
        queryClient.setQueryData(backupsQuery(ref).queryKey, now)
        const outcomes = JSON.stringify(now.restores.map(({ id, status }) => [id, status]))
        // a new project is there, or this one is another
        if (told !== '' && outcomes !== told) void queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey })
        told = outcomes
      }
    }
    follow().catch((thrown: unknown) => {
      if (!controller.signal.aborted) setLost(thrown instanceof Error ? thrown : new Error(String(thrown)))
    })
    return () => {
      controller.abort()
      setIsFollowing(false)
    }
    // each attempt opens the stream anew
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [ref, isVisible, queryClient, attempt])
  return {
    report,
    error: lost ?? (isFollowing ? null : error),
    retry: () => {
      void refetch()
      if (lost !== null) setAttempt((before) => before + 1)
    },
  }
}
