import { ident, sql, type Fragment } from '@colonnade/sql'

/**
 * Whether a row of `pg_type` is an array. Not by `typcategory`: `oidvector` and `int2vector` of the catalogs have elements too, but are no
 * element's array, and are written without braces.
 */
export function isArrayType(type: string): Fragment {
  return sql`exists (select 1 from pg_catalog.pg_type e where e.oid = ${ident(type, 'typelem')} and e.typarray = ${ident(type, 'oid')})`
}
