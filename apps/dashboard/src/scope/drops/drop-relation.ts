import type { Command, EntityTypeCode } from '@colonnade/pg-meta'
import { dropByName } from '@colonnade/pg-meta/drops'

const kinds = { r: 'table', p: 'table', v: 'view', m: 'materialized view', f: 'foreign table' } as const

/** Drops a relation of any kind: by its name, so that the migration which keeps it says the same in another database. */
export function dropRelation(
  { type, schema, name }: { readonly type: EntityTypeCode; readonly schema: string; readonly name: string },
  options: { readonly cascade: boolean },
): Command {
  return dropByName({ kind: kinds[type], schema, name }, options)
}
