import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'
import { StatInterval } from './function-logs.ts'

/** One step of an interval, with the names of Supabase's management API. Averages are null without calls. */
export const CombinedStat = z.object({
  timestamp: Timestamp,
  requests_count: z.number().int(),
  success_count: z.number().int(),
  redirect_count: z.number().int(),
  client_err_count: z.number().int(),
  server_err_count: z.number().int(),
  avg_execution_time: z.number().nullable(),
  max_execution_time: z.number().nullable(),
  avg_cpu_time_used: z.number().nullable(),
  max_cpu_time_used: z.number().nullable(),
  /** In bytes. */
  avg_memory_used: z.number().nullable(),
})
export type CombinedStat = z.infer<typeof CombinedStat>

/** Statistics of edge functions, for Supabase tools. */
export const functionAnalytics = resource('/v1/projects/{ref}/analytics/endpoints', {
  combinedStats: get('/functions.combined-stats', {
    summary: 'Retrieve call statistics of an edge function for an interval that ends now',
    auth: 'user',
    permission: 'projects:read',
    needs: 'machine',
    query: z.object({ interval: StatInterval.default('1day'), function_id: z.uuid() }),
    reply: z.object({ result: z.array(CombinedStat) }),
    errors: ['function_not_found', 'unavailable'],
  }),
})
