import type { Command } from '@colonnade/pg-meta'
import { runSql, runTransaction } from '../run-sql.ts'

/** Something that is done to the database by one click. */
export interface DatabaseChange {
  /** What it is called among the migrations: "Create function add". */
  readonly name: string
  /** In this order, all of them or none; one that is outside of transactions stands alone. */
  readonly commands: readonly ChangeCommand[]
}

export interface ChangeCommand extends Command {
  /** What the migration keeps instead of it, such as a text without its secrets; null keeps nothing of it. */
  readonly recorded?: string | null
  /** Only checks that the others had their effect: people don't review it. */
  readonly isCheck?: boolean
}

/** Returns a statement that undoes the change when the others didn't have their effect. It is neither reviewed nor recorded. */
export const checkBy = (command: Command): ChangeCommand => ({ ...command, recorded: null, isCheck: true })

/** Returns the statements that a person reviews before they run. */
export const reviewed = ({ commands }: DatabaseChange): readonly ChangeCommand[] => commands.filter(({ isCheck }) => isCheck !== true)

export interface ChangeOptions {
  /** Names the run, so that `cancelSql` can stop it. */
  readonly key?: string
  readonly timeoutMs?: number
}

/** Changes take as long as others hold what they change, and as there is to write. */
const changeTimeoutMs = 60 * 60 * 1000

/** As what a change is recorded; nothing where nothing of it is kept, such as what leaves the schema as it was. */
export function migrationOf({ name, commands }: DatabaseChange): { readonly migration?: { readonly name: string } } {
  return commands.every(({ recorded }) => recorded === null) ? {} : { migration: { name: name.slice(0, 200) } }
}

/** Runs a change in a project and records it as a migration. @throws AppError by SQLSTATE, with `details.statement` */
export async function runChange(ref: string, change: DatabaseChange, { key, timeoutMs = changeTimeoutMs }: ChangeOptions = {}): Promise<void> {
  const { commands } = change
  const rest = { ...migrationOf(change), timeout_ms: timeoutMs, ...(key !== undefined && { key }) }
  const [first] = commands
  if (commands.length === 1 && first?.isOutsideTransaction === true) {
    await runSql(ref, { query: first.sql, ...rest })
    return
  }
  const statements = commands.map(({ sql, recorded }) => ({ query: sql, ...(recorded !== undefined && { recorded }) }))
  await runTransaction(ref, { statements, ...rest })
}
