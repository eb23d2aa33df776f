import type { Entity, EntityColumn } from '@colonnade/pg-meta'

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

export function entity(change: Partial<Entity> = {}): Entity {
  return {
    id: 1,
    schema: 'public',
    name: 'album',
    entity_type: 'r',
    comment: null,
    rls_enabled: false,
    rls_forced: false,
    is_insertable: true,
    is_updatable: true,
    is_deletable: true,
    live_rows_estimate: 10,
    columns: [column('id', { is_nullable: false }), column('artist_id')],
    primary_keys: [{ schema: 'public', table_name: 'album', table_id: 1, name: 'id' }],
    unique_indexes: [],
    relationships: [
      {
        id: 9,
        constraint_name: 'album_artist_fkey',
        source_schema: 'public',
        source_table_name: 'album',
        source_column_name: 'artist_id',
        source_table_id: 1,
        target_table_id: 2,
        target_table_schema: 'public',
        target_table_name: 'artist',
        target_column_name: 'id',
        update_action: 'a',
        deletion_action: 'a',
        is_cleared: false,
      },
    ],
    ...change,
  }
}
