import { empty, ident, join, literal, sql, toText, userAuthored, type Fragment, type SqlText } from '@colonnade/sql'
import { whereClause } from './filters.ts'
import type { QueryParts, QueryRow, ReturningOptions, Sort } from './types.ts'

/** @throws Error 'no value to insert', 'no filters for this update query', 'no filters for this delete query' (spec §8) */
export function renderQuery(parts: QueryParts): SqlText {
  return toText(sql`${statement(parts)};`)
}

function statement(parts: QueryParts): Fragment {
  const { table, action, filters } = parts
  const name = ident(table.schema, table.name)
  const where = whereClause(filters)
  switch (action.kind) {
    case 'count':
      return sql`select count(*) from ${name}${where}`
    case 'select':
      return sql`select ${userAuthored('expression', action.columns)} from ${name}${where}${orderBy(parts.sorts)}${page(parts)}`
    case 'insert':
      return insert(name, action.rows, action.options)
    case 'update':
      if (filters.length === 0) throw new Error('no filters for this update query')
      return update(name, action.values, where, action.options)
    case 'delete':
      if (filters.length === 0) throw new Error('no filters for this delete query')
      return sql`delete from ${name}${where}${returning(action.options)}`
    case 'truncate':
      return sql`truncate ${name}${action.cascade ? sql` cascade` : empty}`
  }
}

function insert(name: Fragment, rows: readonly QueryRow[], options: ReturningOptions): Fragment {
  if (rows.length === 0) throw new Error('no value to insert')
  const columns = columnList([...new Set(rows.flatMap((row) => Object.keys(row)))])
  if (columns === undefined) return sql`insert into ${name} default values${returning(options)}`
  const values = sql`jsonb_populate_recordset(null::${name}, ${literal(JSON.stringify(rows))})`
  return sql`insert into ${name} (${columns}) select ${columns} from ${values}${returning(options)}`
}

function update(name: Fragment, values: QueryRow, where: Fragment, options: ReturningOptions): Fragment {
  const columns = columnList(Object.keys(values))
  if (columns === undefined) throw new Error('no value to update')
  const record = sql`json_populate_record(null::${name}, ${literal(JSON.stringify(values))})`
  return sql`update ${name} set (${columns}) = (select ${columns} from ${record})${where}${returning(options)}`
}

function columnList(names: readonly string[]): Fragment | undefined {
  return names.length === 0
    ? undefined
    : join(
        names.map((column) => ident(column)),
        sql`,`,
      )
}

function returning({ returning: isReturning, enumArrayColumns = [] }: ReturningOptions): Fragment {
  if (!isReturning) return empty
  return join([sql` returning *`, ...enumArrayColumns.map((column) => sql`${ident(column)}::text[]`)])
}

/** A sort that names no column yet is none. */
function orderBy(all: readonly Sort[]): Fragment {
  const sorts = all.filter(({ column }) => column !== '')
  if (sorts.length === 0) return empty
  const terms = sorts.map(
    ({ table, column, ascending = true, nullsFirst = false }) =>
      sql`${ident(table, column)} ${ascending ? sql`asc` : sql`desc`} nulls ${nullsFirst ? sql`first` : sql`last`}`,
  )
  return sql` order by ${join(terms)}`
}

function page({ page: window }: QueryParts): Fragment {
  return window === undefined ? empty : sql` limit ${window.limit} offset ${window.offset}`
}
