import { z } from 'zod'

export const functionTabs = ['code', 'test', 'overview', 'invocations', 'logs', 'versions', 'schedules', 'settings'] as const
export type FunctionTab = (typeof functionTabs)[number]

/** What the address says about the page of a function. */
export const FunctionSearch = z.object({
  tab: z.enum(functionTabs).optional().catch(undefined),
})
export type FunctionSearch = z.infer<typeof FunctionSearch>
