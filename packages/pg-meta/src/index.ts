import * as columnPrivileges from './column-privileges/column-privileges.ts'
import * as columns from './columns/columns.ts'
import * as config from './config/config.ts'
import * as extensions from './extensions/extensions.ts'
import * as foreignTables from './foreign-tables/foreign-tables.ts'
import * as format from './format/format.ts'
import * as functions from './functions/functions.ts'
import * as indexes from './indexes/indexes.ts'
import * as materializedViews from './materialized-views/materialized-views.ts'
import * as policies from './policies/policies.ts'
import * as publications from './publications/publications.ts'
import * as query from './query/query.ts'
import * as roles from './roles/roles.ts'
import * as schemas from './schemas/schemas.ts'
import * as tablePrivileges from './table-privileges/table-privileges.ts'
import * as tables from './tables/tables.ts'
import * as triggers from './triggers/triggers.ts'
import * as types from './types/types.ts'
import * as version from './version/version.ts'
import * as views from './views/views.ts'

export * from './catalog/identifiers.ts'
export { systemSchemas } from './catalog/visible-relations.ts'
export { ListOptions, RelationListOptions } from './catalog/list-options.ts'
export { ColumnGrant, ColumnPrivileges, ColumnRevocation } from './column-privileges/column-privileges.ts'
export * from './decode-rows.ts'
export * from './entity-types/entity-types.ts'
export * from './impersonation/impersonation.ts'
export * from './migrations/migrations.ts'
export * from './number-types.ts'
export { Query, QueryBuilder } from './query/query.ts'
export * from './query/types.ts'
export * from './rows/cell-text.ts'

export * from './rows/row-order.ts'
export type { CellInput, RowKey, RowKeys } from './rows/row-values.ts'
export * from './rows/table-rows.ts'
export * from './rows/table-rows-count.ts'
export * from './statement.ts'
export * from './table-editor/entity.ts'
export * from './table-editor/table-editor.ts'
export { TableGrant, TablePrivileges, TableRevocation } from './table-privileges/table-privileges.ts'
export * from './tables/tables-paginated.ts'
export { Version } from './version/version.ts'

/** The kinds of the known interface. Others are entries of their own, and all of them behind one form are `kinds`. */
const pgMeta = {
  roles,
  schemas,
  tables,
  columns,
  functions,
  views,
  materializedViews,
  foreignTables,
  policies,
  triggers,
  publications,
  extensions,
  types,
  config,
  version,
  indexes,
  tablePrivileges,
  columnPrivileges,
  query,
  format,
}

// tool authors know the modules as parts of one object too
// oxlint-disable-next-line import/no-default-export
export default pgMeta
export {
  columnPrivileges,
  columns,
  config,
  extensions,
  foreignTables,
  format,
  functions,
  indexes,
  materializedViews,
  policies,
  publications,
  query,
  roles,
  schemas,
  tablePrivileges,
  tables,
  triggers,
  types,
  version,
  views,
}
