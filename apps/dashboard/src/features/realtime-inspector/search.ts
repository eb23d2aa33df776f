import { z } from 'zod'
import { changeEvents } from './join/draft.ts'

export const tabs = ['messages', 'channels', 'code', 'why'] as const
export type InspectorTab = (typeof tabs)[number]

/** Search parameters of the inspector, which links use to fill in the form. */
export const InspectorSearch = z.object({
  tab: z.enum(tabs).optional().catch(undefined),
  channel: z.string().max(255).optional().catch(undefined),
  private: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
  schema: z.string().max(63).optional().catch(undefined),
  /** Listens to changes in this table. */
  table: z.string().max(63).optional().catch(undefined),
  event: z.enum(changeEvents).optional().catch(undefined),
  filter: z.string().max(2_000).optional().catch(undefined),
})
export type InspectorSearch = z.infer<typeof InspectorSearch>
