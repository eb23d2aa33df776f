import { format, rowKey, systemSchemas, type Entity, type EntityColumn } from '@colonnade/pg-meta'
import { editabilityText } from './messages.ts'

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
  reason: { title: editabilityText.replica, text: editabilityText.replicaHint, sql: null },
}

/** What may be done to the rows of a relation, and why not more. */
export function editability(entity: Entity, isWriter: boolean): Editability {
  const no = (title: string, text: string, sql: string | null = null): Editability => ({ ...nothing, reason: { title, text, sql } })
  if (systemSchemas.some((name) => name === entity.schema)) return no(editabilityText.systemSchema, editabilityText.systemSchemaHint)
  if (!isWriter) return no(editabilityText.role, editabilityText.roleHint)
  if (entity.entity_type === 'v') return no(editabilityText.view, editabilityText.viewHint)
  if (entity.entity_type === 'm') {
    return no(editabilityText.materializedView, editabilityText.materializedViewHint, `refresh materialized view ${nameOf(entity)};`)
  }
  if (entity.entity_type === 'f') return no(editabilityText.foreignTable, editabilityText.foreignTableHint)
  const rights = { canInsert: entity.is_insertable, canUpdate: entity.is_updatable, canDelete: entity.is_deletable }
  if (rowKey(entity).length === 0) {
    return {
      ...nothing,
      canInsert: rights.canInsert,
      reason: {
        title: editabilityText.noKey,
        text: editabilityText.noKeyHint,
        sql: `alter table ${nameOf(entity)} add column ${format.ident(freeName(entity))} bigint generated always as identity primary key;`,
      },
    }
  }
  const isComplete = rights.canInsert && rights.canUpdate && rights.canDelete
  return {
    ...rights,
    reason: isComplete ? null : { title: editabilityText.partial, text: editabilityText.partialHint, sql: null },
  }
}

/** Returns why a column can't be edited; null if it can. */
export function fixedReason(column: EntityColumn): string | null {
  if (column.is_generated) return editabilityText.generated
  if (column.identity_generation === 'ALWAYS') return editabilityText.identity
  return null
}

/** Why a cell of the column can't be changed; null when it can. */
export function lockedReason(column: EntityColumn): string | null {
  return fixedReason(column) ?? (column.is_updatable ? null : editabilityText.noPrivilege)
}

function nameOf({ schema, name }: Entity): string {
  return `${format.ident(schema)}.${format.ident(name)}`
}

function freeName({ columns }: Entity): string {
  const taken = new Set(columns.map(({ name }) => name))
  return ['id', 'row_id', 'colonnade_id'].find((name) => !taken.has(name)) ?? `id_${taken.size}`
}
