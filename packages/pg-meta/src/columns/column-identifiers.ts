import { type Fragment, literal, sql } from '@colonnade/sql'
import { type ByTableAndName, identifierCondition, oid } from '../catalog/identifiers.ts'
import { cannotFindWith, mustProvide } from '../catalog/messages.ts'

/** `{ id: '16402.1' }`, table oid and column number, or the names; a row has both, and its id counts. */
export type ColumnIdentifier = { readonly id: string } | ByTableAndName

const columns = { id: sql`a.attnum`, name: sql`a.attname`, schema: sql`n.nspname`, table: sql`c.relname` }

/**
 * The condition that finds column `a` of relation `c` in schema `n`.
 *
 * @throws Error 'Must provide either id or schema, name and table', or when the id is none
 */
export function columnCondition(identifier: ColumnIdentifier): Fragment {
  if (!isByColumnId(identifier)) return identifierCondition(identifier, columns, mustProvide.idOrSchemaNameAndTable)
  const [table, column] = idParts(identifier.id)
  return sql`a.attrelid = ${oid(table)} and a.attnum = ${literal(column)}`
}

export function missingColumn(identifier: ColumnIdentifier): string {
  if (isByColumnId(identifier)) return `Cannot find column with: id = '${identifier.id}'`
  return cannotFindWith('column', identifier, columns, mustProvide.idOrSchemaNameAndTable)
}

function isByColumnId(identifier: ColumnIdentifier): identifier is { readonly id: string } {
  return 'id' in identifier && identifier.id !== undefined && identifier.id !== null
}

/** The largest column number is a 16-bit integer's. */
const maxColumnNumber = 32_767

function idParts(id: string): [number, number] {
  const parts = /^(\d{1,10})\.(\d{1,5})$/.exec(id)
  if (parts === null || Number(parts[2]) > maxColumnNumber) throw new Error(`A column ID has the form tableId.columnNumber, not ${id}`)
  return [Number(parts[1]), Number(parts[2])]
}
