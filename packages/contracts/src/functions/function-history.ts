import { z } from 'zod'

/** Edge functions of a project that were live at a moment or are live now, in the order of their slugs. */
export const FunctionsAtMoment = z.array(
  z.object({
    slug: z.string(),
    /** The version that was live then; null where there was none. */
    version: z.number().int().nullable(),
    /** The version that is live now; null for a function that was deleted since. */
    live_version: z.number().int().nullable(),
    /** What has changed since. `recreated_since`: the function was deleted, and another has its slug. */
    state: z.enum(['same', 'other_version', 'other_settings', 'deleted_since', 'recreated_since', 'created_since']),
  }),
)
export type FunctionsAtMoment = z.infer<typeof FunctionsAtMoment>
