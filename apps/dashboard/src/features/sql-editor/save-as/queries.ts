import { getMigrationsSql } from '@colonnade/pg-meta'
import { listUnrecordedChanges } from '@colonnade/pg-meta/unrecorded-changes'
import { placeStatements, versionOf } from '@colonnade/pg-meta/version-order'
import { sql, toText } from '@colonnade/sql'
import { queryOptions } from '@tanstack/react-query'
import { fetchRows } from '../../../scope/fetch-rows.ts'
import { sqlKey } from '../../../scope/keys/keys.ts'
import { runSql } from '../../../scope/run-sql.ts'
import { columnsSql, returnsTable } from './save-sql.ts'

const placesSql = toText(sql`select pg_catalog.jsonb_build_object(
  'schemas', (select coalesce(pg_catalog.jsonb_agg(n.nspname order by n.nspname <> 'public', n.nspname), '[]') from pg_catalog.pg_namespace n
    where pg_catalog.has_schema_privilege(n.oid, 'create') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'),
  'owners', (select coalesce(pg_catalog.jsonb_agg(r.rolname order by r.rolname), '[]') from pg_catalog.pg_roles r
    where pg_catalog.pg_has_role(r.oid, 'MEMBER') and r.rolname !~ '^pg_'),
  'self', current_user
)::text;`)

/** Schemas and roles to create something in and for. */
export interface SavePlaces {
  readonly schemas: readonly string[]
  readonly owners: readonly string[]
  readonly self: string
}

export const savePlacesQuery = (ref: string) =>
  queryOptions({
    queryKey: sqlKey(ref, 'save-places'),
    queryFn: async ({ signal }): Promise<SavePlaces> => {
      const { results } = await runSql(ref, { query: placesSql, read_only: true, signal })
      return JSON.parse(results[0]!.rows[0]![0]!) as SavePlaces
    },
    staleTime: 30_000,
  })

/** What a function of a query returns: "table (…)", from the query's own columns. */
export const returnsQuery = (ref: string, query: string, parameters: readonly { readonly name: string; readonly type: string }[]) =>
  queryOptions({
    queryKey: sqlKey(ref, 'function-returns', query, parameters),
    queryFn: async ({ signal }) => {
      const { results } = await runSql(ref, { query: columnsSql(query, parameters), read_only: true, signal })
      return returnsTable(results[0]?.fields ?? [])
    },
    retry: false,
    staleTime: 30_000,
  })

/** Under which version statements that ran before are recorded, and when they ran, if the change log has it. */
export interface RanBefore {
  readonly version: string
  readonly createdAt?: string
}

export const ranBeforeQuery = (ref: string, statements: readonly string[]) =>
  queryOptions({
    queryKey: sqlKey(ref, 'ran-before', statements),
    queryFn: async ({ signal }): Promise<RanBefore> => {
      const [log, known] = await Promise.all([fetchRows(ref, listUnrecordedChanges(), signal), fetchRows(ref, getMigrationsSql(), signal)])
      return placeStatements(statements, log, known) ?? { version: versionOf(new Date()) }
    },
    staleTime: 5_000,
  })
