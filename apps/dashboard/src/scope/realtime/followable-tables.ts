import { realtimePublication } from '@colonnade/contracts/data/row-changes'
import { type FollowableTable, listFollowableTables } from '@colonnade/pg-meta/publication-summaries'
import { queryOptions } from '@tanstack/react-query'
import { fetchRows } from '../fetch-rows.ts'
import { sqlKey } from '../keys/keys.ts'

/** So many tables are shown at most. */
export const followableMost = 500

/** Tables whose changes clients can follow, those that they follow already first. */
export const followableTablesQuery = (ref: string) =>
  queryOptions({
    queryKey: sqlKey(ref, 'database', 'followable-tables'),
    queryFn: ({ signal }) => fetchRows(ref, listFollowableTables({ name: realtimePublication, limit: followableMost }), signal),
    staleTime: 10_000,
  })

/** What is probably a mistake about a table that clients follow. */
export type FollowWarning = 'open' | 'hidden' | 'no-key'

export function followWarnings(table: Pick<FollowableTable, 'rls_enabled' | 'read_policies' | 'has_primary_key'>): readonly FollowWarning[] {
  return [
    ...(table.rls_enabled ? (table.read_policies === 0 ? (['hidden'] as const) : []) : (['open'] as const)),
    ...(table.has_primary_key ? [] : (['no-key'] as const)),
  ]
}

export const followText = {
  warnings: {
    open: { short: 'RLS off', long: 'Row-level security is off: anyone with your anon key hears of every change, with all values of the row.' },
    hidden: { short: 'No SELECT policy', long: 'Row-level security is on and no policy allows SELECT: only service_role hears of changes.' },
    'no-key': { short: 'No primary key', long: 'Without a primary key, clients get an error in place of the row.' },
  } satisfies Record<FollowWarning, { readonly short: string; readonly long: string }>,
} as const
