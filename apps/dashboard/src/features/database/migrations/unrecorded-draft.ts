import { getMarkAppliedSQL, type Migration } from '@colonnade/pg-meta'
import { placeChanges } from '@colonnade/pg-meta/version-order'
import { removeUnrecordedChanges, type UnrecordedChange } from '@colonnade/pg-meta/unrecorded-changes'
import type { Draft } from '../../../scope/changes/draft.ts'
import type { DatabaseChange } from '../../../scope/changes/database-change.ts'
import { unrecordedText } from './messages.ts'

/** Returns the whole SQL of a change; null where it isn't stored. */
export const wholeText = ({ statement, is_cut }: UnrecordedChange): string | null => (is_cut ? null : statement)

export interface UnrecordedForm {
  readonly name: string
  readonly createdBy: string
}

/** Identifies a change. */
export const keyOf = ({ transaction_id, asked_at }: Pick<UnrecordedChange, 'transaction_id' | 'asked_at'>): string => `${transaction_id} ${asked_at}`

/**
 * Records changes that the schema already has, without running them again: under the time at which they ran, and as several migrations where
 * others were recorded in between, so that all of them replay in their original order.
 */
export function unrecordedDraft(
  { name, createdBy }: UnrecordedForm,
  changes: readonly UnrecordedChange[],
  known: readonly Pick<Migration, 'version' | 'created_at'>[],
): Draft {
  // the newest comes first, also among changes of the same time
  const whole = changes.toReversed().filter((change) => wholeText(change) !== null)
  const problems = {
    ...(name.trim() === '' && { name: unrecordedText.nameMissing }),
    ...(changes.length === 0 && { changes: unrecordedText.noneSelected }),
    ...(changes.length > 0 && whole.length === 0 && { changes: unrecordedText.noSql }),
  }
  if (Object.keys(problems).length > 0) return { kind: 'incomplete', problems }
  const commands = placeChanges(whole, known).map(({ version, createdAt, changes: parts }) => {
    const statements = parts.flatMap((change) => wholeText(change) ?? [])
    return { sql: getMarkAppliedSQL({ version, name: name.trim(), statements, createdBy, createdAt }).sql, recorded: null }
  })
  return { kind: 'change', change: { name: unrecordedText.recordChange, commands } }
}

/** Removes changes from the log. The schema stays as it is. */
export function dismissal(changes: readonly Pick<UnrecordedChange, 'transaction_id' | 'asked_at'>[]): DatabaseChange {
  return { name: unrecordedText.dismissChange, commands: [{ ...removeUnrecordedChanges(changes), recorded: null }] }
}
