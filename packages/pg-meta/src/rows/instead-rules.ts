import { sql, toText } from '@colonnade/sql'
import { z } from 'zod'
import { oid } from '../catalog/identifiers.ts'
import type { Statement } from '../statement.ts'

const Names = z.array(z.object({ name: z.string() }))

/** Rules of a relation that do something else in place of an insert, update or delete, by name. */
export function getInsteadRulesSql({ relation }: { readonly relation: number }): Statement<typeof Names> {
  return {
    sql: toText(sql`select rulename as name from pg_catalog.pg_rewrite
where ev_class = ${oid(relation)} and is_instead and ev_type in ('2', '3', '4')
order by rulename;`),
    zod: Names,
  }
}
