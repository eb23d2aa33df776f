import { type ExecutedField, queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type pg from 'pg'

/** Types below this oid are Postgres's own: their names never change (src/include/access/transam.h, FirstNormalObjectId). */
const firstUserOid = 16_384

const known = new Map<string, string>()

/** Of a type that was met before and whose name never changes. */
export function knownTypeName(field: ExecutedField): string | undefined {
  return known.get(keyOf(field))
}

/** Names of the types of all fields as format_type() prints them; asks the server for those it has not met. */
export async function typeNames(
  client: pg.Client,
  results: readonly { readonly fields: readonly ExecutedField[] }[],
): Promise<(field: ExecutedField) => string> {
  const names = new Map<string, string>()
  const missing = new Map<string, ExecutedField>()
  for (const field of results.flatMap(({ fields }) => fields)) {
    const key = keyOf(field)
    const name = known.get(key)
    if (name === undefined) missing.set(key, field)
    else names.set(key, name)
  }
  if (missing.size > 0) {
    const fields = [...missing.values()]
    const rows = await queryable(client).rows<{ name: string }>(sql`
      select pg_catalog.format_type(oid, modifier) as name
      from unnest(${fields.map(({ typeOid }) => typeOid)}::oid[], ${fields.map(({ typeModifier }) => typeModifier)}::int[])
        with ordinality as f (oid, modifier, position) order by position`)
    fields.forEach((field, index) => {
      const name = rows[index]!.name
      names.set(keyOf(field), name)
      if (field.typeOid < firstUserOid) known.set(keyOf(field), name)
    })
  }
  return (field) => names.get(keyOf(field)) ?? 'unknown'
}

function keyOf({ typeOid, typeModifier }: ExecutedField): string {
  return `${typeOid} ${typeModifier}`
}
