import { format, rowKey, systemSchemas, type Entity, type EntityColumn } from '@colonnade/pg-meta'

export interface Editability {
  readonly canInsert: boolean
  readonly canUpdate: boolean
  readonly canDelete: boolean
  /** Why not everything can be done; null when it can. */
  readonly reason: { readonly title: string; readonly text: string; readonly sql: string | null } | null
}

const nothing = { canInsert: false, canUpdate: false, canDelete: false }

/** What may be done on a read replica. */
export const replicaRights: Editability = {
  ...nothing,
  reason: { title: 'A read replica only reads', text: 'Choose the primary database as the source to change rows.', sql: null },
}

/** What may be done to the rows of a relation, and why not more. */
export function editability(entity: Entity, isWriter: boolean): Editability {
  const no = (title: string, text: string, sql: string | null = null): Editability => ({ ...nothing, reason: { title, text, sql } })
  if (systemSchemas.some((name) => name === entity.schema)) return no('System schemas are read-only here', 'Postgres keeps its own books in them.')
  if (!isWriter) return no('Your role may read only', 'Ask an owner of the organization for the developer role to change data.')
  if (entity.entity_type === 'v') return no('Views are read-only here', 'A view shows rows of other relations. Change them there.')
  if (entity.entity_type === 'm') {
    return no(
      'Materialized views are read-only',
      'It holds the answer of its query as of the last refresh.',
      `refresh materialized view ${nameOf(entity)};`,
    )
  }
  if (entity.entity_type === 'f') return no('Foreign tables are read-only here', 'Their rows live on another server. Change them there.')
  const rights = { canInsert: entity.is_insertable, canUpdate: entity.is_updatable, canDelete: entity.is_deletable }
  if (rowKey(entity).length === 0) {
    return {
      ...nothing,
      canInsert: rights.canInsert,
      reason: {
        title: 'This table has no primary key',
        text: 'Without one no single row can be named, so rows can be added but neither changed nor deleted here. This adds a key:',
        sql: `alter table ${nameOf(entity)} add column ${format.ident(freeName(entity))} bigint generated always as identity primary key;`,
      },
    }
  }
  const isComplete = rights.canInsert && rights.canUpdate && rights.canDelete
  return {
    ...rights,
    reason: isComplete
      ? null
      : { title: 'Some changes are not allowed', text: 'The database role that the dashboard uses lacks privileges on this table.', sql: null },
  }
}

/** Why a column takes no values by hand; null when it does. */
export function fixedReason(column: EntityColumn): string | null {
  if (column.is_generated) return 'Generated: computed from other columns'
  if (column.identity_generation === 'ALWAYS') return 'Identity: always given by the database'
  return null
}

/** Why a cell of the column can't be changed; null when it can. */
export function lockedReason(column: EntityColumn): string | null {
  return fixedReason(column) ?? (column.is_updatable ? null : 'The database role may not change this column')
}

function nameOf({ schema, name }: Entity): string {
  return `${format.ident(schema)}.${format.ident(name)}`
}

function freeName({ columns }: Entity): string {
  const taken = new Set(columns.map(({ name }) => name))
  return ['id', 'row_id', 'colonnade_id'].find((name) => !taken.has(name)) ?? `id_${taken.size}`
}
