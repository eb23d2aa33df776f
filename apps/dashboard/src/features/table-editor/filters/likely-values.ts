import type { EntityColumn } from '@colonnade/pg-meta'
import { literal, sql, toText } from '@colonnade/sql'
import { queryOptions } from '@tanstack/react-query'
import { sqlKey } from '../../../scope/keys/keys.ts'
import { runSql } from '../../../scope/run-sql.ts'
import type { TableScope } from '../table-scope.ts'

/** Values that are offered for a column. */
const maxLikelyValues = 30
/** Longer ones are no help. */
const maxLikelyCharacters = 60

/** The likeliest values of a column: an enum's labels, true and false, else what the planner has counted, where one may know that. */
export const likelyValuesQuery = ({ projectRef, entity, as }: TableScope, column: EntityColumn | null) =>
  queryOptions({
    queryKey: sqlKey(projectRef, 'likely-values', entity.id, column?.name ?? null, as ?? null),
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      if (column === null || column.is_array) return []
      if (column.enums.length > 0) return column.enums
      if (column.base_format === 'bool') return ['true', 'false']
      const { results } = await runSql(projectRef, { query: likelyValuesSql(entity, column.name), as, read_only: true, signal })
      return (results[0]?.rows ?? []).flatMap(([value]) => value ?? [])
    },
    staleTime: 60_000,
    enabled: column !== null,
    // suggestions are a help and no more
    retry: false,
  })

function likelyValuesSql(table: { readonly schema: string; readonly name: string }, column: string): string {
  return toText(sql`select value from (
  select most_common_vals::text::text[] as list from pg_catalog.pg_stats
  where schemaname = ${literal(table.schema)} and tablename = ${literal(table.name)} and attname = ${literal(column)}
  order by inherited desc limit 1
) stats, pg_catalog.unnest(list) with ordinality as common (value, place)
where length(value) <= ${maxLikelyCharacters} order by place limit ${maxLikelyValues};`)
}
