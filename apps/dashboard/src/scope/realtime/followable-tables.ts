import { realtimePublication } from '@colonnade/contracts/data/row-changes'
import { publishTable } from '@colonnade/pg-meta/alter-table'
import { type FollowableTable, listFollowableTables, retrieveFollowableTable } from '@colonnade/pg-meta/publication-summaries'
import { queryOptions } from '@tanstack/react-query'
import { runChange } from '../changes/database-change.ts'
import { fetchRow, fetchRows } from '../fetch-rows.ts'
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

/** One table; null for what can't be published, such as a view. */
export const followableTableQuery = (ref: string, id: number) =>
  queryOptions({
    queryKey: [...followableTablesQuery(ref).queryKey, id],
    queryFn: async ({ signal }) => (await fetchRow(ref, retrieveFollowableTable({ name: realtimePublication, id }), signal)) ?? null,
    staleTime: 10_000,
  })

/** A change of a publication needs a short lock on the table: it waits for as long as somebody else holds it, and no longer. */
const timeoutMs = 60_000

/** Lets clients follow a table, or no longer. @throws AppError by SQLSTATE */
export async function followTable(ref: string, { schema, name }: Pick<FollowableTable, 'schema' | 'name'>, isFollowed: boolean): Promise<void> {
  const commands = [publishTable({ schema, name }, realtimePublication, isFollowed)]
  await runChange(ref, { name: `${isFollowed ? 'Enable' : 'Disable'} Realtime for ${name}`, commands }, { timeoutMs })
}

const serviceSchemas: readonly string[] = [
  'auth',
  'storage',
  'realtime',
  'vault',
  'extensions',
  '_colonnade',
  'supabase_functions',
  'supabase_migrations',
]

/** Tables of services are for those who know what they do: the publication's own form has them. */
export const isOffered = ({ schema, is_published }: Pick<FollowableTable, 'schema' | 'is_published'>): boolean =>
  is_published || !serviceSchemas.includes(schema)

/** What is probably a mistake about a table that clients follow. */
export type FollowWarning = 'open' | 'hidden' | 'no-key'

export function followWarnings(table: Pick<FollowableTable, 'rls_enabled' | 'read_policies' | 'has_primary_key'>): readonly FollowWarning[] {
  return [
    ...(table.rls_enabled ? (table.read_policies === 0 ? (['hidden'] as const) : []) : (['open'] as const)),
    ...(table.has_primary_key ? [] : (['no-key'] as const)),
  ]
}
