import type { EntityTypeCode } from '@colonnade/pg-meta'
import { Eye, Layers, Table2, TableProperties, Waypoints, type LucideIcon } from 'lucide-react'

/** How the kinds of relations are shown. */
export const kindLooks: Readonly<Record<EntityTypeCode, { readonly label: string; readonly plural: string; readonly Icon: LucideIcon }>> = {
  r: { label: 'Table', plural: 'Tables', Icon: Table2 },
  p: { label: 'Partitioned table', plural: 'Partitioned tables', Icon: TableProperties },
  v: { label: 'View', plural: 'Views', Icon: Eye },
  m: { label: 'Materialized view', plural: 'Materialized views', Icon: Layers },
  f: { label: 'Foreign table', plural: 'Foreign tables', Icon: Waypoints },
}
