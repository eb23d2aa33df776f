import { backups as endpoints, type BackupReport } from '@colonnade/contracts/copies/backups'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'
import { type Followed, useFollowed } from '../../scope/followed/use-followed.ts'
import { keyOf } from '../../scope/keys/keys.ts'
import { projectsQuery } from '../../scope/queries.ts'

export const backupsQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/backups', { ref }),
    queryFn: ({ signal }) => dataApi.backups.report({ params: { ref }, signal }),
  })

/** What could be recovered no more without a backup: as of now, each time that it is asked. */
export const removalQuery = (ref: string, id: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/backups/{id}/removal', { ref, id }),
    queryFn: ({ signal }) => dataApi.backups.previewRemoval({ params: { ref, id }, signal }),
    gcTime: 0,
  })

/** What was committed around a moment, in milliseconds since the Unix epoch. */
export const commitsQuery = (ref: string, at: number) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/backups/pitr/commits', { ref }, at),
    queryFn: ({ signal }) => dataApi.backups.listCommits({ params: { ref }, query: { at: new Date(at).toISOString() }, signal }),
  })

/** Edge functions at a moment beside those of now: as of each time that it is asked. */
export const functionsAtQuery = (ref: string, at: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/backups/functions', { ref }, at),
    queryFn: ({ signal }) => dataApi.backups.listFunctions({ params: { ref }, query: { at }, signal }),
    staleTime: 0,
  })

/** Where a backup is downloaded from. */
export function downloadUrl(ref: string, id: string): string {
  return endpoints.download.path.replace('{ref}', encodeURIComponent(ref)).replace('{id}', encodeURIComponent(id))
}

/** Backups and restores, kept as they are on the server while the page is looked at. */
export function useLiveBackups(ref: string): Followed<BackupReport> {
  const queryClient = useQueryClient()
  return useFollowed(
    backupsQuery(ref),
    (signal) => dataApi.backups.events({ params: { ref }, signal }),
    (now, before) => {
      // a new project is there, or this one is another
      if (before !== undefined && outcomesOf(before) !== outcomesOf(now)) void queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey })
    },
  )
}

function outcomesOf({ restores }: BackupReport): string {
  return JSON.stringify(restores.map(({ id, status }) => [id, status]))
}
