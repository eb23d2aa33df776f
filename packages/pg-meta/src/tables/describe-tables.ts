import { type Fragment, sql } from '@colonnade/sql'
import { type ListOptions, pageClause } from '../catalog/list-options.ts'
import { selectList } from '../catalog/select-fields.ts'
import { isVisibleRelation } from '../catalog/visible-relations.ts'
import { isTable, tableFields, tableFieldsWithColumns } from './table-row.ts'

/**
 * The tables that meet a condition on relation `c` in schema `n`, in creation order. Finds the tables of the page first and
 * describes only those, so that a page's cost doesn't depend on the number of tables.
 */
export function describeTables(condition: Fragment, page: Pick<ListOptions, 'limit' | 'offset'>, hasColumns: boolean): Fragment {
  return sql`select
  ${selectList(hasColumns ? tableFieldsWithColumns : tableFields)}
from (
  select c.*
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where ${isTable} and ${condition}
    and ${isVisibleRelation('c')}
  order by c.oid${pageClause(page)}
) c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
order by c.oid;`
}
