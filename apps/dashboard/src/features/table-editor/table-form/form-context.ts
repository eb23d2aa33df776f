import { createContext, useContext } from 'react'
import { formContextText } from './messages.ts'
import type { FormPath, TableBase } from './statements/changes.ts'
import type { Problems } from './model/problems.ts'
import type { TableDraft } from './model/table-draft.ts'
import type { Surroundings, TypeChoice } from './queries.ts'
import { enumType } from './statements/new-enums.ts'

export interface TableForm {
  readonly projectRef: string
  readonly draft: TableDraft
  /** The table being edited; null for a new one. */
  readonly base: TableBase | null
  readonly surroundings: Surroundings
  /** What is wrong, known here or said by Postgres. */
  readonly errors: Problems
  readonly isLarge: boolean
  readonly edit: (change: (draft: TableDraft) => TableDraft) => void
}

export const TableFormContext = createContext<TableForm | null>(null)

export function useTableForm(): TableForm {
  const form = useContext(TableFormContext)
  if (form === null) throw new Error('Parts of the table form stand in one')
  return form
}

/** Types that columns can be of: the database's, and the enums that are created together with the table. */
export function typeChoices({ surroundings, draft }: Pick<TableForm, 'surroundings' | 'draft'>): readonly TypeChoice[] {
  if (draft.newEnums.length === 0) return surroundings.types
  return [...draft.newEnums.map((one) => ({ name: enumType(one), hint: formContextText.newEnum, labels: one.values })), ...surroundings.types]
}

/** What is wrong at a part of the form. */
export function useError(path: FormPath): string | undefined {
  return useTableForm().errors[path]
}
