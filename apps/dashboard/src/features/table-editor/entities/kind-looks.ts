import type { EntityTypeCode } from '@colonnade/pg-meta'
import { Eye, Layers, Table2, TableProperties, Waypoints, type LucideIcon } from 'lucide-react'

/** How the kinds of relations are shown. */
export const kindLooks: Readonly<Record<EntityTypeCode, { readonly label: string; readonly Icon: LucideIcon }>> = {
  r: { label: 'Table', Icon: Table2 },
  p: { label: 'Partitioned table', Icon: TableProperties },
  v: { label: 'View', Icon: Eye },
  m: { label: 'Materialized view', Icon: Layers },
  f: { label: 'Foreign table', Icon: Waypoints },
}
