import { types } from '@colonnade/pg-meta'
import { ident, toText } from '@colonnade/sql'
import { statement, type FormStatement } from './changes.ts'
import type { EnumDraft, TableDraft } from '../model/table-draft.ts'
import { parseType } from '../types/type-names.ts'

/** Returns the name of a type as SQL writes it, which is how columns name their type. */
export function enumType({ schema, name }: Pick<EnumDraft, 'schema' | 'name'>): string {
  return toText(ident(schema, name))
}

/** Statements that create the draft's enums; one that no column uses any longer isn't created. */
export function enumCreations({ newEnums, columns }: Pick<TableDraft, 'newEnums' | 'columns'>): readonly FormStatement[] {
  return newEnums.flatMap((one) => {
    const column = columns.find(({ type }) => parseType(type).name === enumType(one))
    return column === undefined ? [] : [statement(types.create({ kind: 'enum', ...one }), `column:${column.id}:type`)]
  })
}
