import { type FunctionLogRow, logRowsMost } from '@colonnade/contracts/functions/function-logs'
import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '../../../scope/data-client.ts'
import { keyOf } from '../../../scope/keys/keys.ts'

/** Rows shown at first, and added by each step. */
export const logStep = 200
export { logRowsMost }

/** Interval between reads of a followed log, in milliseconds. */
export const followMs = 1_500

export interface LogFilter {
  readonly slug?: string
  readonly request_id?: string
  readonly kinds: readonly FunctionLogRow['kind'][]
  readonly limit: number
}

/** Loads the newest rows of a log, oldest first. */
export const logQuery = (ref: string, { kinds, ...filter }: LogFilter) =>
  queryOptions({
    queryKey: keyOf('/platform/functions/{ref}/logs', { ref }, { ...filter, kinds }),
    queryFn: async ({ signal }) => (await dataApi.functionLogs.list({ params: { ref }, query: { ...filter, kinds: [...kinds] }, signal })).rows,
    staleTime: 0,
  })
