import { samplesKeptMinutes } from '@colonnade/contracts/projects/project-health'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../scope/client.ts'
import { dataApi } from '../../../scope/data-client.ts'

export const diskQuery = (ref: string) =>
  queryOptions({
    queryKey: ['projects', ref, 'disk'],
    queryFn: ({ signal }) => dataApi.disk.retrieve({ params: { ref }, signal }),
  })

/** Readings of the last day, oldest first. */
export const dayQuery = (ref: string) =>
  queryOptions({
    queryKey: ['projects', ref, 'activity', 'day'],
    queryFn: ({ signal }) => api.projectHealth.samples({ params: { ref }, query: { minutes: samplesKeptMinutes }, signal }),
  })
