import type { CellInput, Entity, EntityColumn } from '@colonnade/pg-meta'
import { inputOfText, isSame, problemOf } from '../changes/cell-draft.ts'
import { fixedReason } from '../changes/editability.ts'

/** By the names of columns, which may be any, "constructor" among them. */
export type Drafts = ReadonlyMap<string, CellInput>

/** What a new row starts with: what the database gives, NULL where that may be, and nothing where a value is needed. */
export function newRow({ columns }: Pick<Entity, 'columns'>, from?: (column: string) => string | null): Drafts {
  return new Map(columns.map((column) => [column.name, newInput(column, from)]))
}

function newInput(column: EntityColumn, from: ((column: string) => string | null) | undefined): CellInput {
  const isGiven = fixedReason(column) !== null || column.is_identity
  if (from !== undefined && !isGiven) return inputOf(from(column.name))
  return isGiven || column.is_nullable || column.default_value !== null ? { kind: 'default' } : { kind: 'text', text: '' }
}

export function inputOf(value: string | null): CellInput {
  return value === null ? { kind: 'null' } : { kind: 'text', text: value }
}

/** What a draft means: of types without an empty value, an emptied field is NULL. */
export function meantInput(column: EntityColumn, input: CellInput): CellInput {
  return input.kind === 'text' ? inputOfText(column, input.text) : input
}

/** What is wrong with a form's values before the database is asked, by column. */
export function problemsOf({ columns }: Pick<Entity, 'columns'>, drafts: Drafts): ReadonlyMap<string, string> {
  return new Map(
    columns.flatMap((column) => {
      const draft = drafts.get(column.name)
      const problem = draft === undefined ? null : problemOf(column, meantInput(column, draft))
      return problem === null ? [] : [[column.name, problem] as const]
    }),
  )
}

/** Columns whose draft is another value than the row has. */
export function changedDrafts(
  { columns }: Pick<Entity, 'columns'>,
  drafts: Drafts,
  valueOf: (column: string) => string | null,
): (readonly [EntityColumn, CellInput])[] {
  return columns.flatMap((column) => {
    const draft = drafts.get(column.name)
    if (draft === undefined) return []
    const input = meantInput(column, draft)
    return isSame(input, valueOf(column.name)) ? [] : [[column, input] as const]
  })
}
