import { createContext, useContext } from 'react'
import type { FormPath, TableBase } from './statements/changes.ts'
import type { Problems } from './model/problems.ts'
import type { TableDraft } from './model/table-draft.ts'
import type { Surroundings } from './queries.ts'

export interface TableForm {
  readonly projectRef: string
  readonly draft: TableDraft
  /** The table that is changed; null for one that is to be made. */
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

/** What is wrong at a part of the form. */
export function useError(path: FormPath): string | undefined {
  return useTableForm().errors[path]
}
