import { toText } from '@colonnade/sql'
import { identifierClause, type IdentifierColumns } from './identifiers.ts'

/** Thrown when an identifier says too little (spec §8, and the interface's own). */
export const mustProvide = {
  idOrName: 'Must provide either id or name',
  idOrNameAndSchema: 'Must provide either id or name and schema',
  idOrSchemaNameAndTable: 'Must provide either id or schema, name and table',
  idOrNameSchemaAndTable: 'Must provide either id or name, schema and table',
} as const

/** 'Cannot find table with: name = 'users' and schema = 'public'' */
export function cannotFindWith(kind: string, identifier: object, columns: IdentifierColumns, missing: string): string {
  return `Cannot find ${kind} with: ${toText(identifierClause(identifier, columns, missing))}`
}
