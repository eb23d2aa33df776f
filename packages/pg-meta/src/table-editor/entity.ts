import { z } from 'zod'
import { EntityTypeCode } from '../entity-types/entity-types.ts'

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
  comment: z.string().nullable(),
})
export type EntityColumn = z.infer<typeof EntityColumn>

export const EntityRelationship = z.object({
  /** Of the constraint: columns of one composite key share it. */
  id: z.number().int(),
  constraint_name: z.string(),
  source_schema: z.string(),
  source_table_name: z.string(),
  source_column_name: z.string(),
  target_table_id: z.number().int(),
  target_table_schema: z.string(),
  target_table_name: z.string(),
  target_column_name: z.string(),
  update_action: z.string(),
  deletion_action: z.string(),
})
export type EntityRelationship = z.infer<typeof EntityRelationship>

export const Entity = z.object({
  id: z.number().int(),
  schema: z.string(),
  name: z.string(),
  kind: EntityTypeCode,
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
  /** Names in the key's own order. */
  primary_keys: z.array(z.string()),
  /** Complete unique indexes over plain columns, the primary key's apart. */
  unique_indexes: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  relationships: z.array(EntityRelationship),
})
export type Entity = z.infer<typeof Entity>
