import { getMigrationsSql, type Migration } from '@colonnade/pg-meta'
import { listUnrecordedChanges } from '@colonnade/pg-meta/unrecorded-changes'
import { queryOptions } from '@tanstack/react-query'
import { fetchRows } from '../../../scope/fetch-rows.ts'
import { sqlKey } from '../../../scope/keys/keys.ts'
import { searchedLength } from './limits.ts'

export interface ListedMigration extends Migration {
  /** The text that the search covers. */
  readonly words: string
}

/** Lists the migrations a database has recorded as applied, the newest first. */
export const migrationsQuery = (ref: string) =>
  queryOptions({
    queryKey: sqlKey(ref, 'database', 'migrations'),
    queryFn: async ({ signal }): Promise<ListedMigration[]> =>
      (await fetchRows(ref, getMigrationsSql(), signal)).map((migration) => ({ ...migration, words: wordsOf(migration) })),
    staleTime: 10_000,
  })

/** Lists schema changes that no migration records, the newest first. */
export const unrecordedQuery = (ref: string) =>
  queryOptions({
    queryKey: sqlKey(ref, 'database', 'unrecorded-changes'),
    queryFn: ({ signal }) => fetchRows(ref, listUnrecordedChanges(), signal),
    staleTime: 10_000,
  })

function wordsOf({ version, name, created_by, statements }: Migration): string {
  return `${version} ${name ?? ''} ${created_by ?? ''} ${(statements ?? []).join(' ').slice(0, searchedLength)}`
}
