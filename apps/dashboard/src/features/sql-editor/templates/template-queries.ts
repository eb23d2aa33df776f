import { sqlTemplates } from '@colonnade/pg-meta/sql-templates'
import { queryOptions } from '@tanstack/react-query'
import { sqlKey } from '../../../scope/keys/keys.ts'
import { runSql } from '../../../scope/run-sql.ts'

const needed = [...new Set(sqlTemplates.flatMap(({ extension }) => extension ?? []))]

/** Those of the extensions that templates need which can be had in a project. */
export const templateExtensionsQuery = (ref: string) =>
  queryOptions({
    queryKey: sqlKey(ref, 'template-extensions'),
    queryFn: async ({ signal }) => {
      const names = needed.map((name) => `'${name}'`).join(', ')
      const { results } = await runSql(ref, { query: `select name from pg_catalog.pg_available_extensions where name in (${names})`, signal })
      return new Set((results.at(-1)?.rows ?? []).map(([name]) => name))
    },
    staleTime: 300_000,
  })
