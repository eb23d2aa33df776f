import { samplesKeptMinutes } from '@colonnade/contracts/projects/project-health'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../scope/client.ts'
import { dataApi } from '../../../scope/data-client.ts'
import { keyOf } from '../../../scope/keys/keys.ts'

export const diskQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/disk', { ref }),
    queryFn: ({ signal }) => dataApi.disk.retrieve({ params: { ref }, signal }),
  })

/** Readings of the last day, oldest first. */
export const dayQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/activity/samples', { ref }, 'day'),
    queryFn: ({ signal }) => api.projectHealth.samples({ params: { ref }, query: { minutes: samplesKeptMinutes }, signal }),
  })
