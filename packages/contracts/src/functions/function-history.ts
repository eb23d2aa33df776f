import { z } from 'zod'

/** Edge functions that were live at a point in time or are live now, ordered by slug. */
export const FunctionsAtMoment = z.array(
  z.object({
    slug: z.string(),
    /** The live version at that time; null if there was none. */
    version: z.number().int().nullable(),
    /** The current live version; null if the function was deleted. */
    live_version: z.number().int().nullable(),
    /** The change since then. `recreated_since`: the function was deleted and created again with the same slug. */
    state: z.enum(['same', 'other_version', 'other_settings', 'deleted_since', 'recreated_since', 'created_since']),
  }),
)
export type FunctionsAtMoment = z.infer<typeof FunctionsAtMoment>
