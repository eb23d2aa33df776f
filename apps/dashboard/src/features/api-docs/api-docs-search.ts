import { z } from 'zod'

/** What the address of the page says. */
export const ApiDocsSearch = z.object({
  /** Words to search for. */
  q: z.string().optional().catch(undefined),
  /** Key of the chosen table or function; without it, the page introduces the API. */
  open: z.string().optional().catch(undefined),
  /** What is shown of it; its docs unless said. */
  view: z.enum(['request']).optional().catch(undefined),
})
export type ApiDocsSearch = z.infer<typeof ApiDocsSearch>

export interface ApiDocsSearchProps {
  readonly search: ApiDocsSearch
  readonly onSearch: (next: ApiDocsSearch, options?: { readonly isReplaced?: boolean }) => void
}
