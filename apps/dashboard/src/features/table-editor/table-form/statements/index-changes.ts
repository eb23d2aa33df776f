import { indexes } from '@colonnade/pg-meta'
import { dropIndex, renameIndex, type TableName } from '@colonnade/pg-meta/alter-table'
import type { FormStatement } from './changes.ts'
import { columnNames } from './constraint-changes.ts'
import type { IndexDraft, TableDraft } from '../model/table-draft.ts'

type Change = (table: TableName) => FormStatement

export function indexesThatGo(before: TableDraft, draft: TableDraft): readonly Change[] {
  return before.indexes
    .filter(({ id }) => !draft.indexes.some((index) => index.id === id))
    .map((index) => (table) => ({ sql: dropIndex(table, index.name).sql, path: `index:${index.id}` }))
}

export function indexRenames(before: TableDraft, draft: TableDraft): readonly Change[] {
  return draft.indexes.flatMap((index) => {
    const old = before.indexes.find(({ id }) => id === index.id)
    if (old === undefined || old.name === index.name || index.name === '') return []
    return [(table: TableName) => ({ sql: renameIndex(table, old.name, index.name).sql, path: `index:${index.id}:name` })]
  })
}

export function addedIndexes(draft: TableDraft): readonly Change[] {
  return draft.indexes
    .filter(({ origin }) => origin === null)
    .map((index) => (table) => ({
      sql: indexes.create({ ...definitionOfIndex(index, draft), schema: table.schema, table: table.name }).sql,
      path: `index:${index.id}`,
    }))
}

/** An index in the words of `create`. */
export function definitionOfIndex(index: IndexDraft, draft: TableDraft) {
  const names = columnNames(draft)
  return {
    ...(index.name !== '' && { name: index.name }),
    method: index.method,
    elements: index.columns.map((id) => ({ column: names.get(id) ?? '' })),
    ...(index.isUnique && { is_unique: true }),
  }
}
