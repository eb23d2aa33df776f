import type { CellInput, EntityColumn } from '@colonnade/pg-meta'
import { cellKind } from '../../../lib/data-grid/cells/cell-kind.ts'
import { choicesText } from './messages.ts'

export interface Choice {
  readonly label: string
  readonly input: CellInput
}

/** Values to choose from for a boolean or an enum. */
export function choicesOf(column: EntityColumn): Choice[] {
  const values = cellKind(column) === 'boolean' ? [choice('true', 't'), choice('false', 'f')] : column.enums.map((label) => choice(label, label))
  return [
    ...values,
    ...(column.is_nullable ? [{ label: choicesText.null, input: { kind: 'null' } } as const] : []),
    ...(column.default_value === null ? [] : [{ label: choicesText.default(column.default_value), input: { kind: 'default' } } as const]),
  ]
}

function choice(label: string, text: string): Choice {
  return { label, input: { kind: 'text', text } }
}

/** Choices whose label has the text in it; those that begin with it come first. */
export function findChoices(choices: readonly Choice[], text: string): Choice[] {
  const sought = text.trim().toLocaleLowerCase()
  const placeOf = ({ label }: Choice) => label.toLocaleLowerCase().indexOf(sought)
  const found = choices.filter((one) => placeOf(one) >= 0)
  return sought === '' ? found : [...found.filter((one) => placeOf(one) === 0), ...found.filter((one) => placeOf(one) > 0)]
}
