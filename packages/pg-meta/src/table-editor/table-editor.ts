import { sql, toText, type Fragment } from '@colonnade/sql'
import { z } from 'zod'
import type { Statement } from '../statement.ts'
import { isVisibleRelation } from '../visible-relations.ts'
import { Entity } from './entity.ts'

const EntityRows = z.array(z.object({ entity: Entity }))

/** All that the table editor needs of one relation, in one row; no row when it is gone or out of reach. */
export function getTableEditorSql({ id }: { readonly id: number }): Statement<typeof EntityRows> {
  return { sql: toText(entity(sql`c.oid = ${id}`)), zod: EntityRows }
}

/** The same, found by its name. */
export function getTableEditorByNameSql({ schema, name }: { readonly schema: string; readonly name: string }): Statement<typeof EntityRows> {
  const condition = sql`c.relname = ${name} and c.relnamespace = (select oid from pg_catalog.pg_namespace where nspname = ${schema})`
  return { sql: toText(entity(condition)), zod: EntityRows }
}

function entity(condition: Fragment): Fragment {
  return sql`select jsonb_build_object(
  'id', c.oid::int8,
  'schema', n.nspname,
  'name', c.relname,
  'kind', c.relkind,
  'comment', obj_description(c.oid, 'pg_class'),
  'rls_enabled', c.relrowsecurity,
  'rls_forced', c.relforcerowsecurity,
  'is_insertable', c.relkind <> 'm' and (pg_relation_is_updatable(c.oid, true) & 8) = 8 and has_any_column_privilege(c.oid, 'INSERT'),
  'is_updatable', c.relkind <> 'm' and (pg_relation_is_updatable(c.oid, true) & 4) = 4 and has_any_column_privilege(c.oid, 'UPDATE'),
  'is_deletable', c.relkind <> 'm' and (pg_relation_is_updatable(c.oid, true) & 16) = 16 and has_table_privilege(c.oid, 'DELETE'),
  'live_rows_estimate', c.reltuples,
  'columns', ${columns},
  'primary_keys', coalesce((
    select jsonb_agg(a.attname order by key.position)
    from pg_catalog.pg_constraint k
    cross join unnest(k.conkey) with ordinality as key (attnum, position)
    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = key.attnum
    where k.conrelid = c.oid and k.contype = 'p'
  ), '[]'::jsonb),
  'unique_indexes', ${uniqueIndexes},
  'relationships', ${relationships}
) as entity
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where ${condition}
  and c.relkind in ('r', 'v', 'm', 'f', 'p')
  and ${isVisibleRelation('c')};`
}

const columns = sql`coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', a.attrelid::text || '.' || a.attnum,
      'name', a.attname,
      'ordinal_position', a.attnum,
      'type', format_type(a.atttypid, a.atttypmod),
      'format', t.typname,
      'format_schema', tn.nspname,
      'base_format', bt.typname,
      'data_type', case
        when bt.typcategory = 'A' then 'ARRAY'
        when bt.typnamespace = 'pg_catalog'::regnamespace then format_type(bt.oid, null)
        else 'USER-DEFINED'
      end,
      'enums', coalesce((select jsonb_agg(e.enumlabel order by e.enumsortorder) from pg_catalog.pg_enum e where e.enumtypid = bt.oid), '[]'::jsonb),
      'is_array', bt.typcategory = 'A',
      'is_identity', a.attidentity <> '',
      'identity_generation', case a.attidentity when 'a' then 'ALWAYS' when 'd' then 'BY DEFAULT' end,
      'is_generated', a.attgenerated <> '',
      'default_value', case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
      'is_nullable', not (a.attnotnull or t.typnotnull),
      'is_updatable', a.attgenerated = '' and pg_column_is_updatable(a.attrelid, a.attnum, true) and has_column_privilege(a.attrelid, a.attnum, 'UPDATE'),
      'is_unique', exists (
        select 1 from pg_catalog.pg_index i
        where i.indrelid = a.attrelid and i.indisunique and i.indisvalid and i.indpred is null and i.indnkeyatts = 1 and i.indkey[0] = a.attnum
      ),
      'is_orderable', bt.typtype in ('e', 'r', 'm') or bt.typcategory = 'A' or exists (
        select 1 from pg_catalog.pg_opclass o
        where o.opcmethod = 403 and o.opcdefault and (o.opcintype = bt.oid or (bt.typname = 'varchar' and o.opcintype = 'text'::regtype))
      ),
      'comment', col_description(a.attrelid, a.attnum)
    ) order by a.attnum)
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_type t on t.oid = a.atttypid
    join pg_catalog.pg_namespace tn on tn.oid = t.typnamespace
    cross join lateral (
      with recursive under (oid, typtype, typbasetype) as (
        select t.oid, t.typtype, t.typbasetype
        union all
        select b.oid, b.typtype, b.typbasetype from under join pg_catalog.pg_type b on b.oid = under.typbasetype where under.typtype = 'd'
      )
      select b.* from under join pg_catalog.pg_type b on b.oid = under.oid where under.typtype <> 'd'
    ) bt
    left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  ), '[]'::jsonb)`

const uniqueIndexes = sql`coalesce((
    select jsonb_agg(jsonb_build_object('name', i.indexrelid::regclass::text, 'columns', (
      select jsonb_agg(a.attname order by key.position)
      from unnest(i.indkey::int2[]) with ordinality as key (attnum, position)
      join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = key.attnum
      where key.position <= i.indnkeyatts
    )) order by i.indnkeyatts, i.indexrelid)
    from pg_catalog.pg_index i
    where i.indrelid = c.oid and i.indisunique and not i.indisprimary and i.indisvalid and i.indpred is null and i.indexprs is null
  ), '[]'::jsonb)`

const relationships = sql`coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', k.oid::int8,
      'constraint_name', k.conname,
      'source_schema', n.nspname,
      'source_table_name', c.relname,
      'source_column_name', sa.attname,
      'target_table_id', k.confrelid::int8,
      'target_table_schema', fn.nspname,
      'target_table_name', fc.relname,
      'target_column_name', ta.attname,
      'update_action', k.confupdtype,
      'deletion_action', k.confdeltype
    ) order by k.oid, key.position)
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_class fc on fc.oid = k.confrelid
    join pg_catalog.pg_namespace fn on fn.oid = fc.relnamespace
    cross join unnest(k.conkey, k.confkey) with ordinality as key (source, target, position)
    join pg_catalog.pg_attribute sa on sa.attrelid = k.conrelid and sa.attnum = key.source
    join pg_catalog.pg_attribute ta on ta.attrelid = k.confrelid and ta.attnum = key.target
    where k.conrelid = c.oid and k.contype = 'f'
  ), '[]'::jsonb)`
