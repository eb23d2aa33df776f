import { z } from 'zod'

/** What the address says about a page with several forms: which one is open. */
export const OpenFormSearch = z.object({ open: z.string().optional().catch(undefined) })
export type OpenFormSearch = z.infer<typeof OpenFormSearch>

export interface OpenFormProps {
  readonly open: string | undefined
  /** `isSaved`: what was entered is kept, and leaving it asks nothing. */
  readonly onOpen: (id: string | undefined, options?: { readonly isSaved?: true }) => void
}
