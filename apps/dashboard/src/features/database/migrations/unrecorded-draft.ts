import { getMarkAppliedSQL, type Migration } from '@colonnade/pg-meta'
import { removeUnrecordedChanges, type UnrecordedChange } from '@colonnade/pg-meta/unrecorded-changes'
import type { Draft } from '../objects/change-panel.tsx'
import type { DatabaseChange } from '../objects/use-change.ts'
import { timeOfVersion, versionOf } from './migration-files.ts'

/** What was sent, where all of it was kept. */
export const wholeText = ({ statement, is_cut }: UnrecordedChange): string | null => (is_cut ? null : statement)

export interface UnrecordedForm {
  readonly name: string
  readonly createdBy: string
  readonly now: Date
}

/** What tells a change from the others. */
export const keyOf = ({ transaction_id, asked_at }: Pick<UnrecordedChange, 'transaction_id' | 'asked_at'>): string => `${transaction_id} ${asked_at}`

/** Recording what was done to the schema already, in the order in which it was done, without doing it again. */
export function unrecordedDraft(
  { name, createdBy, now }: UnrecordedForm,
  changes: readonly UnrecordedChange[],
  known: readonly Pick<Migration, 'version'>[],
): Draft {
  const statements = changes.toReversed().flatMap((change) => wholeText(change) ?? [])
  const problems = {
    ...(name.trim() === '' && { name: 'Give it a name' }),
    ...(changes.length === 0 && { changes: 'Choose at least one of them' }),
    ...(changes.length > 0 &&
      statements.length === 0 && { changes: 'The text of none of them was kept: dismiss them, or mark their file as applied' }),
  }
  if (Object.keys(problems).length > 0) return { kind: 'incomplete', problems }
  const { sql } = getMarkAppliedSQL({ version: freeVersion(now, known), name: name.trim(), statements, createdBy })
  return { kind: 'change', change: { name: 'Record changes', commands: [{ sql, recorded: null }] } }
}

/** Taking some from the log; the schema stays as it is. */
export function dismissal(changes: readonly Pick<UnrecordedChange, 'transaction_id' | 'asked_at'>[]): DatabaseChange {
  return { name: 'Dismiss changes', commands: [{ ...removeUnrecordedChanges(changes), recorded: null }] }
}

/** The version of a moment, or of the next second that no migration has and none is behind. */
function freeVersion(now: Date, known: readonly Pick<Migration, 'version'>[]): string {
  const times = known.flatMap(({ version }) => timeOfVersion(version) ?? []).map((time) => Date.parse(time))
  // what a clock ahead by years has made does not move all that follow
  const last = Math.max(0, ...times.filter((time) => time < now.getTime() + 24 * 60 * 60 * 1000))
  return versionOf(new Date(Math.max(now.getTime(), last + 1000)))
}
