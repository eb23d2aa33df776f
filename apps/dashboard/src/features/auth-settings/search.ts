import { z } from 'zod'

/** What the address says about a page with several forms: which one is open. */
export const OpenFormSearch = z.object({ open: z.string().optional().catch(undefined) })
export type OpenFormSearch = z.infer<typeof OpenFormSearch>

export interface OpenFormProps {
  readonly open: string | undefined
  readonly onOpen: (id: string | undefined) => void
}
