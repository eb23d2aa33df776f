import { StateEffect, StateField } from '@codemirror/state'
import type { SqlCatalog } from './sql-catalog.ts'

export const setCatalog = StateEffect.define<SqlCatalog>()

/** The names of the database, for everything in the editor that needs them. */
export const catalogField = StateField.define<SqlCatalog | null>({
  create: () => null,
  update: (catalog, { effects }) => effects.find((effect) => effect.is(setCatalog))?.value ?? catalog,
})
