import { types } from '@colonnade/pg-meta'
import { useQuery } from '@tanstack/react-query'
import { fetchRows } from '../../../../scope/fetch-rows.ts'
import { sqlKey } from '../../../../scope/keys/keys.ts'

/** Types that are offered; any other that the database knows can be typed. */
const common = [
  'text',
  'integer',
  'bigint',
  'numeric',
  'double precision',
  'boolean',
  'date',
  'timestamptz',
  'timestamp',
  'time',
  'interval',
  'uuid',
  'jsonb',
  'json',
  'smallint',
  'real',
  'varchar(255)',
  'bytea',
  'inet',
  'text[]',
  'integer[]',
]

/** Common types, then those that people made in this database. */
export function useTypeNames(projectRef: string): readonly string[] {
  const { data = [] } = useQuery({
    queryKey: sqlKey(projectRef, 'import-types'),
    queryFn: ({ signal }) => fetchRows(projectRef, types.list({ includeSystemSchemas: false }), signal),
    staleTime: 60_000,
  })
  return [...common, ...data.map(({ format }) => format)]
}
