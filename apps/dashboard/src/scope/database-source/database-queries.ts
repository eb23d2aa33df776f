import type { DatabaseEntry } from '@colonnade/contracts/projects/projects'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../client.ts'
import { whileChanging } from '../clients/intervals.ts'
import { keyOf } from '../keys/keys.ts'
import { requireRef } from '../required.ts'

const changing: ReadonlySet<DatabaseEntry['status']> = new Set(['INIT_READ_REPLICA', 'COMING_UP', 'PAUSING', 'RESTORING', 'UPGRADING', 'GOING_DOWN'])

/** Addresses of a project's databases: the primary and its replicas. */
export const databasesQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/databases', { ref }),
    queryFn: ({ signal }) => api.projects.databases({ params: { ref: requireRef(ref) }, signal }),
    refetchInterval: whileChanging(({ status }: DatabaseEntry) => changing.has(status)),
  })
