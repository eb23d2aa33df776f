import { getMarkAppliedSQL, getRemoveMigrationSQL, type Migration } from '@colonnade/pg-meta'
import type { Draft } from '../../../scope/changes/draft.ts'
import type { DatabaseChange } from '../../../scope/changes/database-change.ts'
import { statementsIn } from './migration-files.ts'

/** What somebody says was applied. */
export interface AppliedForm {
  readonly version: string
  readonly name: string
  readonly text: string
  /** When it was run, as ISO 8601, where the log of changes tells. */
  readonly createdAt?: string
}

/** Recording that something was applied, without running it; nothing about the recording itself is recorded. */
export function appliedDraft(
  { version, name, text, createdAt }: AppliedForm,
  known: readonly Pick<Migration, 'version'>[],
  createdBy: string,
): Draft {
  const statements = statementsIn(text)
  const problems = {
    ...(!/^\d{1,20}$/.test(version) && { version: 'A version is a number, such as a time: 20240131120000' }),
    ...(known.some((migration) => migration.version === version) && { version: 'There is a migration of this version' }),
    ...(name.trim() === '' && { name: 'Give it a name' }),
    ...(statements.length === 0 && { text: 'Paste the SQL that was run, or choose its file' }),
  }
  if (Object.keys(problems).length > 0) return { kind: 'incomplete', problems }
  const { sql } = getMarkAppliedSQL({ version, name: name.trim(), statements, createdBy, ...(createdAt !== undefined && { createdAt }) })
  return { kind: 'change', change: { name: `Mark ${version} as applied`, commands: [{ sql, recorded: null }] } }
}

/** Forgetting that one was applied. */
export function forgetting({ version }: Pick<Migration, 'version'>): DatabaseChange {
  return { name: `Mark ${version} as not applied`, commands: [{ ...getRemoveMigrationSQL({ version }), recorded: null }] }
}
