import type { EntityColumn } from '../table-editor/entity.ts'
import type { RowsTable } from './row-order.ts'

export function column(name: string, change: Partial<EntityColumn> = {}): EntityColumn {
  return {
    id: '1.1',
    name,
    ordinal_position: 1,
    type: 'integer',
    format: 'int4',
    format_schema: 'pg_catalog',
    base_format: 'int4',
    data_type: 'integer',
    enums: [],
    is_array: false,
    is_identity: false,
    identity_generation: null,
    is_generated: false,
    default_value: null,
    is_nullable: true,
    is_updatable: true,
    is_unique: false,
    is_orderable: true,
    check: null,
    comment: null,
    ...change,
  }
}

export function table(change: Partial<RowsTable> = {}): RowsTable {
  return {
    schema: 'public',
    name: 't',
    entity_type: 'r',
    columns: [column('a', { is_nullable: false }), column('b', { is_nullable: false }), column('c')],
    primary_keys: ['a', 'b'].map((name) => ({ schema: 'public', table_name: 't', table_id: 1, name })),
    unique_indexes: [],
    live_rows_estimate: 10,
    ...change,
  }
}
