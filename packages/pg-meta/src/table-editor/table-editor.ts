import { sql, toText, type Fragment } from '@colonnade/sql'
import { z } from 'zod'
import type { Statement } from '../statement.ts'
import { isArrayType } from '../catalog/array-types.ts'
import { oid } from '../catalog/identifiers.ts'
import { isVisibleRelation } from '../catalog/visible-relations.ts'
import { primaryKeysOfRelation, relationshipsOfRelation } from '../tables/table-row.ts'
import { Entity } from './entity.ts'

const EntityRows = z.array(z.object({ entity: Entity }))

/** All that the table editor needs of one relation, in one row; no row when it is gone or out of reach. */
export function getTableEditorSql({ id }: { readonly id: number }): Statement<typeof EntityRows> {
  return { sql: toText(entity(sql`c.oid = ${oid(id)}`)), zod: EntityRows }
}

/** The same, found by its name. */
export function getTableEditorByNameSql({ schema, name }: { readonly schema: string; readonly name: string }): Statement<typeof EntityRows> {
  const condition = sql`c.relname = ${name} and c.relnamespace = (select oid from pg_catalog.pg_namespace where nspname = ${schema})`
  return { sql: toText(entity(condition)), zod: EntityRows }
}

function entity(condition: Fragment): Fragment {
  return sql`select pg_catalog.jsonb_build_object(
  'id', c.oid::int8,
  'schema', n.nspname,
  'name', c.relname,
  'entity_type', c.relkind,
  'comment', pg_catalog.obj_description(c.oid, 'pg_class'),
  'rls_enabled', c.relrowsecurity,
  'rls_forced', c.relforcerowsecurity,
  'is_insertable', c.relkind <> 'm' and (pg_catalog.pg_relation_is_updatable(c.oid, true) & 8) = 8 and pg_catalog.has_any_column_privilege(c.oid, 'INSERT'),
  'is_updatable', c.relkind <> 'm' and (pg_catalog.pg_relation_is_updatable(c.oid, true) & 4) = 4 and pg_catalog.has_any_column_privilege(c.oid, 'UPDATE'),
  'is_deletable', c.relkind <> 'm' and (pg_catalog.pg_relation_is_updatable(c.oid, true) & 16) = 16 and pg_catalog.has_table_privilege(c.oid, 'DELETE'),
  'live_rows_estimate', c.reltuples,
  'columns', ${columns},
  'primary_keys', ${primaryKeysOfRelation},
  'unique_indexes', ${uniqueIndexes},
  'relationships', ${relationshipsOfRelation(keyFields)}
) as entity
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where ${condition}
  and c.relkind in ('r', 'v', 'm', 'f', 'p')
  and ${isVisibleRelation('c')};`
}

const columns = sql`coalesce((
    select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
      'id', a.attrelid::text || '.' || a.attnum::text,
      'name', a.attname,
      'ordinal_position', a.attnum,
      'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
      'format', t.typname,
      'format_schema', tn.nspname,
      'base_format', bt.typname,
      'data_type', case
        when bt.typcategory = 'A' then 'ARRAY'
        when bt.typnamespace = 'pg_catalog'::pg_catalog.regnamespace::oid then pg_catalog.format_type(bt.oid, null)
        else 'USER-DEFINED'
      end,
      'enums', coalesce(case when bt.typtype = 'e' then (select pg_catalog.jsonb_agg(e.enumlabel order by e.enumsortorder) from pg_catalog.pg_enum e where e.enumtypid = bt.oid) end, '[]'::jsonb),
      'is_array', bt.is_array,
      'is_identity', a.attidentity <> '',
      'identity_generation', case a.attidentity when 'a' then 'ALWAYS' when 'd' then 'BY DEFAULT' end,
      'is_generated', a.attgenerated <> '',
      'default_value', case when a.attgenerated = '' then pg_catalog.pg_get_expr(d.adbin, d.adrelid) end,
      'is_nullable', not (a.attnotnull or t.typnotnull),
      'is_updatable', a.attgenerated = '' and pg_catalog.pg_column_is_updatable(a.attrelid, a.attnum, true) and pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'UPDATE'),
      'is_unique', exists (
        select 1 from pg_catalog.pg_index i
        where i.indrelid = a.attrelid and i.indisunique and i.indisvalid and i.indpred is null and i.indnkeyatts = 1 and i.indkey[0] = a.attnum
      ),
      'is_orderable', bt.typtype in ('e', 'r', 'm') or exists (
        select 1 from pg_catalog.pg_type v
        where v.oid = case when bt.is_array then bt.typelem else bt.oid end
          and (bt.is_array and v.typtype <> 'b' or exists (
            select 1 from pg_catalog.pg_opclass o
            where o.opcmethod = '403' and o.opcdefault and o.opcintype = case v.oid
              when 'pg_catalog.varchar'::pg_catalog.regtype::oid then 'pg_catalog.text'::pg_catalog.regtype::oid
              when 'pg_catalog.cidr'::pg_catalog.regtype::oid then 'pg_catalog.inet'::pg_catalog.regtype::oid
              else v.oid
            end
          ))
      ),
      'check', (
        select pg_catalog.pg_get_expr(k.conbin, k.conrelid, true) from pg_catalog.pg_constraint k
        where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum] order by k.oid limit 1
      ),
      'comment', pg_catalog.col_description(a.attrelid, a.attnum)
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
      select b.*, ${isArrayType('b')} as is_array from under join pg_catalog.pg_type b on b.oid = under.oid where under.typtype <> 'd'
    ) bt
    left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  ), '[]'::jsonb)`

const uniqueIndexes = sql`coalesce((
    select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('schema', n.nspname, 'table_name', c.relname, 'table_id', c.oid::int8, 'name', ic.relname, 'columns', (
      select pg_catalog.jsonb_agg(a.attname order by key.position)
      from pg_catalog.unnest(i.indkey::int2[]) with ordinality as key (attnum, position)
      join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = key.attnum
      where key.position <= i.indnkeyatts
    )) order by i.indnkeyatts, i.indexrelid)
    from pg_catalog.pg_index i join pg_catalog.pg_class ic on ic.oid = i.indexrelid
    where i.indrelid = c.oid and i.indisunique and not i.indisprimary and i.indisvalid and i.indpred is null and i.indexprs is null
  ), '[]'::jsonb)`

const keyFields = sql`, 'source_table_id', k.conrelid::int8, 'target_table_id', k.confrelid::int8, 'update_action', k.confupdtype, 'deletion_action', k.confdeltype,
        -- a list of columns is there since 15
        'is_cleared', k.confdeltype in ('n', 'd') and coalesce(k.cleared in ('null', '[]') or k.cleared @> pg_catalog.to_jsonb(key.source), true)`
