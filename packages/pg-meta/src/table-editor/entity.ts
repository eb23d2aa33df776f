import { z } from 'zod'
import { EntityTypeCode } from '../entity-types/entity-types.ts'
import { PrimaryKeyColumn, Relationship } from '../tables/table-row.ts'

export const EntityColumn = z.object({
  /** Table oid and column number: "16402.1" */
  id: z.string(),
  name: z.string(),
  ordinal_position: z.number().int(),
  /** As declared, with its modifier: "numeric(10,2)", "text[]". */
  type: z.string(),
  /** Catalog name of the type: "int4", "_text". */
  format: z.string(),
  format_schema: z.string(),
  /** Catalog name of the type under all domains; `format` for other types. */
  base_format: z.string(),
  /** The standard's name, ARRAY or USER-DEFINED. */
  data_type: z.string(),
  /** Labels of an enum, in its order; also of a domain over one. */
  enums: z.array(z.string()),
  is_array: z.boolean(),
  is_identity: z.boolean(),
  identity_generation: z.enum(['ALWAYS', 'BY DEFAULT']).nullable(),
  is_generated: z.boolean(),
  default_value: z.string().nullable(),
  is_nullable: z.boolean(),
  is_updatable: z.boolean(),
  is_unique: z.boolean(),
  /** Whether rows can be ordered by it: its type has a btree operator class. */
  is_orderable: z.boolean(),
  /** The expression of the first check constraint over this column alone. */
  check: z.string().nullable(),
  comment: z.string().nullable(),
})
export type EntityColumn = z.infer<typeof EntityColumn>

/** Codes as pg_constraint has them: a no action, r restrict, c cascade, n set null, d set default. */
const ForeignKeyAction = z.enum(['a', 'r', 'c', 'n', 'd'])

export const EntityRelationship = Relationship.extend({
  source_table_id: z.number().int(),
  target_table_id: z.number().int(),
  update_action: ForeignKeyAction,
  deletion_action: ForeignKeyAction,
  /** Whether the source column gets NULL or its default when the row that it refers to is deleted: SET NULL may name some columns of its key. */
  is_cleared: z.boolean(),
})
export type EntityRelationship = z.infer<typeof EntityRelationship>

export const Entity = z.object({
  id: z.number().int(),
  schema: z.string(),
  name: z.string(),
  entity_type: EntityTypeCode,
  comment: z.string().nullable(),
  rls_enabled: z.boolean(),
  rls_forced: z.boolean(),
  /** What the current user's privileges and the relation's nature allow together. */
  is_insertable: z.boolean(),
  is_updatable: z.boolean(),
  is_deletable: z.boolean(),
  /** Planner's figure; -1 when nothing has counted yet. */
  live_rows_estimate: z.number(),
  columns: z.array(EntityColumn),
  /** In the key's own order. */
  primary_keys: z.array(PrimaryKeyColumn),
  /** Complete unique indexes over plain columns, the primary key's apart. */
  unique_indexes: z.array(
    z.object({ schema: z.string(), table_name: z.string(), table_id: z.number().int(), name: z.string(), columns: z.array(z.string()) }),
  ),
  /** Foreign keys of this relation, and those that point at it, one entry a pair of columns. */
  relationships: z.array(EntityRelationship),
})
export type Entity = z.infer<typeof Entity>

/** The references that a column of the relation makes, one for each foreign key it is part of. */
export function referencesOf(entity: Pick<Entity, 'id' | 'relationships'>, column: string): EntityRelationship[] {
  return entity.relationships.filter(({ source_table_id: table, source_column_name: name }) => table === entity.id && name === column)
}
