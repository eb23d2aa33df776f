import { z } from 'zod'

/** Which document is read, and which version of it where that is not the last one. */
export const DocumentsSearch = z.object({
  document: z.string().optional().catch(undefined),
  version: z.coerce.number().int().positive().optional().catch(undefined),
})
export type DocumentsSearch = z.infer<typeof DocumentsSearch>
