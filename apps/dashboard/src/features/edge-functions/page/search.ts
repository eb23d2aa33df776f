import { z } from 'zod'

export const functionTabs = ['code', 'test', 'overview', 'invocations', 'logs', 'versions', 'schedules', 'settings'] as const
export type FunctionTab = (typeof functionTabs)[number]

/** Search parameters of the function page. */
export const FunctionSearch = z.object({
  tab: z.enum(functionTabs).optional().catch(undefined),
})
export type FunctionSearch = z.infer<typeof FunctionSearch>
