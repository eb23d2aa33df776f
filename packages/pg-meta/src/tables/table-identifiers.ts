import { type Fragment, sql } from '@colonnade/sql'
import { type ById, type BySchemaAndName, identifierCondition } from '../catalog/identifiers.ts'
import { mustProvide } from '../catalog/messages.ts'

export type TableIdentifier = ById | BySchemaAndName

export const tableColumns = { id: sql`c.oid`, name: sql`c.relname`, schema: sql`n.nspname` }

/** The condition that finds table `c` in schema `n`. @throws Error 'Must provide either id or name and schema' */
export function tableCondition(identifier: TableIdentifier): Fragment {
  return identifierCondition(withoutNoId(identifier), tableColumns, mustProvide.idOrNameAndSchema)
}

/** 0 is no table's id: beside a name it says that there is only the name. */
export function withoutNoId(identifier: TableIdentifier): TableIdentifier {
  if (!('id' in identifier) || !('name' in identifier) || identifier.id !== 0) return identifier
  const { id: _, ...names } = identifier as ById & BySchemaAndName
  return names
}
