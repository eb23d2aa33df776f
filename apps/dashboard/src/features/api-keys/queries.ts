import { sql, toText } from '@colonnade/sql'
import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'
import { keyOf, sqlKey } from '../../scope/keys/keys.ts'
import { runSql } from '../../scope/run-sql.ts'

/** The keys of a project, secret ones without their text. */
export const apiKeysQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/v1/projects/{ref}/api-keys', { ref }),
    queryFn: ({ signal }) => dataApi.apiKeys.list({ params: { ref }, query: {}, signal }),
  })

const rolesSql = toText(sql`select pg_catalog.jsonb_agg(r.rolname order by r.rolname)::text from pg_catalog.pg_roles r
where pg_catalog.pg_has_role('authenticator', r.oid, 'MEMBER') and not r.rolsuper and r.rolname <> 'authenticator';`)

/** Roles of the database that a secret key can act as. */
export const keyRolesQuery = (ref: string) =>
  queryOptions({
    queryKey: sqlKey(ref, 'key-roles'),
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const { results } = await runSql(ref, { query: rolesSql, read_only: true, signal })
      return JSON.parse(results[0]?.rows[0]?.[0] ?? '[]') as string[]
    },
  })
