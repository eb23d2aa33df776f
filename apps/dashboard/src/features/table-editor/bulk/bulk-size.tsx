import { Field, Input } from '@colonnade/ui'
import { bulkRows } from '../limits.ts'
import { numberText } from '../../../lib/texts/rows-text.ts'
import { bulkSizeText } from './messages.ts'

/** Whether a number of rows is small enough to be changed by a click, or was typed to confirm it. */
export function isSizeConfirmed(rows: number, typed: string): boolean {
  return rows <= bulkRows || typed.replaceAll(/[\s,.]/g, '') === String(rows)
}

export interface BulkSizeProps {
  readonly rows: number
  readonly typed: string
  readonly onType: (typed: string) => void
}

/** Asks for the number of rows where there are very many. */
export function BulkSize({ rows, typed, onType }: BulkSizeProps) {
  if (rows <= bulkRows) return null
  return (
    <Field label={bulkSizeText.confirmMany(numberText(bulkRows), rows)}>
      <Input inputMode="numeric" autoComplete="off" value={typed} onChange={(event) => onType(event.target.value)} />
    </Field>
  )
}
