import { literal, sql, toText } from '@colonnade/sql'
import { z } from 'zod'
import { oid } from '../catalog/identifiers.ts'
import type { Statement } from '../statement.ts'

const Names = z.array(z.object({ name: z.string() }))

/** Columns of a relation that one of its constraints or unique indexes is about, in its order; none when it has no such. */
export function getConstraintColumnsSql({ relation, name }: { readonly relation: number; readonly name: string }): Statement<typeof Names> {
  return {
    sql: toText(sql`select a.attname as name
from (
  select k.conkey as numbers from pg_catalog.pg_constraint k where k.conrelid = ${oid(relation)} and k.conname = ${literal(name)}
  union all
  select i.indkey::pg_catalog.int2[] from pg_catalog.pg_index i join pg_catalog.pg_class c on c.oid = i.indexrelid
  where i.indrelid = ${oid(relation)} and c.relname = ${literal(name)}
  limit 1
) found
cross join lateral pg_catalog.unnest(found.numbers) with ordinality as part (number, place)
join pg_catalog.pg_attribute a on a.attrelid = ${oid(relation)} and a.attnum = part.number
order by part.place;`),
    zod: Names,
  }
}
