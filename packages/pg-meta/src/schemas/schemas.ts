import { empty, join, literal, sql, toText } from '@colonnade/sql'
import { z } from 'zod'
import type { Statement } from '../statement.ts'
import { systemSchemas } from '../visible-relations.ts'

export const Schema = z.object({ id: z.number().int(), name: z.string(), owner: z.string(), comment: z.string().nullable() })
export type Schema = z.infer<typeof Schema>

export interface ListSchemas {
  readonly includeSystemSchemas?: boolean
  readonly includedSchemas?: readonly string[]
  readonly excludedSchemas?: readonly string[]
  readonly limit?: number
  readonly offset?: number
}

const SchemaList = z.array(Schema)

/** The schemas that the current user may look into, `public` first. */
export function list(options: ListSchemas = {}): Statement<typeof SchemaList> {
  const { includedSchemas = [], excludedSchemas = [], limit, offset } = options
  const excluded = [...excludedSchemas, ...(options.includeSystemSchemas ? [] : systemSchemas)]
  const text = toText(sql`select n.oid::int8 as id, n.nspname::text as name, pg_get_userbyid(n.nspowner)::text as owner,
  obj_description(n.oid, 'pg_namespace') as comment
from pg_catalog.pg_namespace n
where (pg_has_role(n.nspowner, 'USAGE') or has_schema_privilege(n.oid, 'CREATE, USAGE'))
  and n.nspname !~ '^pg_(temp|toast_temp)_'${
    includedSchemas.length === 0 ? empty : sql`\n  and n.nspname in (${join(includedSchemas.map((name) => literal(name)))})`
  }${excluded.length === 0 ? empty : sql`\n  and n.nspname not in (${join(excluded.map((name) => literal(name)))})`}
order by n.nspname <> 'public', n.nspname${limit === undefined ? empty : sql`\nlimit ${limit}`}${offset === undefined ? empty : sql`\noffset ${offset}`};`)
  return { sql: text, zod: SchemaList }
}
