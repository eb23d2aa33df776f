import { getMarkAppliedSQL, getRemoveMigrationSQL, type Migration } from '@colonnade/pg-meta'
import type { Draft } from '../../../scope/changes/draft.ts'
import type { DatabaseChange } from '../../../scope/changes/database-change.ts'
import { appliedText } from './messages.ts'
import { statementsIn } from './migration-files.ts'

/** A migration that was applied elsewhere. */
export interface AppliedForm {
  readonly version: string
  readonly name: string
  readonly text: string
  /** When it ran, as ISO 8601; known if the log of changes has it. */
  readonly createdAt?: string
}

/** Records a migration as applied without running it. No migration records the recording. */
export function appliedDraft(
  { version, name, text, createdAt }: AppliedForm,
  known: readonly Pick<Migration, 'version'>[],
  createdBy: string,
): Draft {
  const statements = statementsIn(text)
  const problems = {
    ...(!/^\d{1,20}$/.test(version) && { version: appliedText.versionInvalid }),
    ...(known.some((migration) => migration.version === version) && { version: appliedText.versionTaken }),
    ...(name.trim() === '' && { name: appliedText.nameMissing }),
    ...(statements.length === 0 && { text: appliedText.sqlMissing }),
  }
  if (Object.keys(problems).length > 0) return { kind: 'incomplete', problems }
  const { sql } = getMarkAppliedSQL({ version, name: name.trim(), statements, createdBy, ...(createdAt !== undefined && { createdAt }) })
  return { kind: 'change', change: { name: appliedText.change(version), commands: [{ sql, recorded: null }] } }
}

/** Deletes the record of a migration. */
export function forgetting({ version }: Pick<Migration, 'version'>): DatabaseChange {
  return { name: appliedText.undo(version), commands: [{ ...getRemoveMigrationSQL({ version }), recorded: null }] }
}
