import { exposedRoles } from '@colonnade/pg-meta/exposure'
import { z } from 'zod'
import { ObjectSearch, type SearchProps } from '../../lib/object-page/object-search.ts'

export const dataApiTabs = ['settings', 'exposure'] as const
export type DataApiTab = (typeof dataApiTabs)[number]

/** What the address says about the page of the data API. */
export const DataApiSearch = z.object({
  /** The settings when left out. */
  tab: z.literal('exposure').optional().catch(undefined),
  /** The role whose access is listed; both when left out. */
  role: z.enum(exposedRoles).optional().catch(undefined),
  ...ObjectSearch.shape,
})
export type DataApiSearch = z.infer<typeof DataApiSearch>
export type DataApiSearchProps = SearchProps<DataApiSearch>
