import { type FunctionLogRow, logRowsMost } from '@colonnade/contracts/functions/function-logs'
import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '../../../scope/data-client.ts'
import { keyOf } from '../../../scope/keys/keys.ts'

/** Rows that are shown at first, and that each step adds. */
export const logStep = 200
export { logRowsMost }

/** While a log is followed, it is read this often. */
export const followMs = 1_500

export interface LogFilter {
  readonly slug?: string
  readonly request_id?: string
  readonly kinds: readonly FunctionLogRow['kind'][]
  readonly limit: number
}

/** The newest rows of a log, oldest first. */
export const logQuery = (ref: string, { kinds, ...filter }: LogFilter) =>
  queryOptions({
    queryKey: keyOf('/platform/functions/{ref}/logs', { ref }, { ...filter, kinds }),
    queryFn: async ({ signal }) => (await dataApi.functionLogs.list({ params: { ref }, query: { ...filter, kinds: [...kinds] }, signal })).rows,
    staleTime: 0,
  })
