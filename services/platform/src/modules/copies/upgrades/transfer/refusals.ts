import type { UpgradeFinding } from '@colonnade/contracts/copies/upgrades'
import type { AppError } from '@colonnade/core'
import type { RefusedStatement } from './load-structure.ts'
import { findings } from '../messages.ts'

/** Returns true if Postgres rejects the input itself, rather than failing temporarily: out of resources, stopped, or without access to its files. */
export function isRefusal({ details }: AppError): boolean {
  const state = details['sqlstate']
  return typeof state === 'string' && !passing.has(state.slice(0, 2))
}

/** Classes of PostgreSQL's appendix A: connections, insufficient resources, operator intervention, system errors. */
const passing: ReadonlySet<string> = new Set(['08', '53', '57', '58'])

/** Undefined tables, functions, objects and schemas (PostgreSQL's appendix A). */
const undefinedNames: ReadonlySet<unknown> = new Set(['42P01', '42883', '42704', '3F000'])

/** Most characters of a reported statement. */
const statementMax = 4_000

/** Returns the finding for a statement that the new version rejects. */
export function obstacleOf(database: string, { statement, error }: Pick<RefusedStatement, 'statement' | 'error'>): UpgradeFinding {
  const { where, sqlstate } = error.details
  const shown = safeToShow(statement.slice(0, statementMax))
  const isInFunction = typeof where === 'string' && where !== '' && undefinedNames.has(sqlstate)
  if (!isInFunction) return { subject: `database ${database}`, message: error.message, detail: shown }
  return {
    subject: `database ${database}`,
    message: findings.searchPath(error.message),
    detail: [where, shown].filter((part) => part !== null).join('\n\n'),
  }
}

/** Returns SQL that is safe to show to everyone with access to the project; null for servers and subscriptions, which contain passwords. */
export function safeToShow(statement: string): string | null {
  return /password|passfile|conninfo|CONNECTION/i.test(statement) ? null : statement
}
