import { getMarkAppliedSQL, type Migration } from '@colonnade/pg-meta'
import { placeChanges } from '@colonnade/pg-meta/version-order'
import { removeUnrecordedChanges, type UnrecordedChange } from '@colonnade/pg-meta/unrecorded-changes'
import type { Draft } from '../../../scope/changes/draft.ts'
import type { DatabaseChange } from '../../../scope/changes/database-change.ts'

/** What was sent, where all of it was kept. */
export const wholeText = ({ statement, is_cut }: UnrecordedChange): string | null => (is_cut ? null : statement)

export interface UnrecordedForm {
  readonly name: string
  readonly createdBy: string
}

/** What tells a change from the others. */
export const keyOf = ({ transaction_id, asked_at }: Pick<UnrecordedChange, 'transaction_id' | 'asked_at'>): string => `${transaction_id} ${asked_at}`

/**
 * Records what was done to the schema already, without doing it again: under the time at which it was done, and as several migrations where others
 * were recorded in between, so that all of them replay in the order in which they happened.
 */
export function unrecordedDraft(
  { name, createdBy }: UnrecordedForm,
  changes: readonly UnrecordedChange[],
  known: readonly Pick<Migration, 'version' | 'created_at'>[],
): Draft {
  // the newest comes first, also of those with the same time
  const whole = changes.toReversed().filter((change) => wholeText(change) !== null)
  const problems = {
    ...(name.trim() === '' && { name: 'Enter a name' }),
    ...(changes.length === 0 && { changes: 'Select at least one change' }),
    ...(changes.length > 0 &&
      whole.length === 0 && { changes: 'The SQL of these changes was not kept. Dismiss them, or mark a file with their SQL as applied.' }),
  }
  if (Object.keys(problems).length > 0) return { kind: 'incomplete', problems }
  const commands = placeChanges(whole, known).map(({ version, createdAt, changes: parts }) => {
    const statements = parts.flatMap((change) => wholeText(change) ?? [])
    return { sql: getMarkAppliedSQL({ version, name: name.trim(), statements, createdBy, createdAt }).sql, recorded: null }
  })
  return { kind: 'change', change: { name: 'Record changes', commands } }
}

/** Taking some from the log; the schema stays as it is. */
export function dismissal(changes: readonly Pick<UnrecordedChange, 'transaction_id' | 'asked_at'>[]): DatabaseChange {
  return { name: 'Dismiss changes', commands: [{ ...removeUnrecordedChanges(changes), recorded: null }] }
}
