import type { UpgradeFinding } from '@colonnade/contracts/copies/upgrades'
import type { AppError } from '@colonnade/core'
import type { RefusedStatement } from './load-structure.ts'

/** Whether Postgres refuses what it is given, and is not short of something, ended, or kept from its files: that may pass. */
export function isRefusal({ details }: AppError): boolean {
  const state = details['sqlstate']
  return typeof state === 'string' && !passing.has(state.slice(0, 2))
}

/** Classes of PostgreSQL's appendix A: connections, insufficient resources, operator intervention, system errors. */
const passing: ReadonlySet<string> = new Set(['08', '53', '57', '58'])

/** Undefined tables, functions, objects and schemas (PostgreSQL's appendix A). */
const undefinedNames: ReadonlySet<unknown> = new Set(['42P01', '42883', '42704', '3F000'])

/** Most of a statement that is told, in characters. */
const statementMax = 4_000

/** What a statement that the new version refused means to people. */
export function obstacleOf(database: string, { statement, error }: Pick<RefusedStatement, 'statement' | 'error'>): UpgradeFinding {
  const { where, sqlstate } = error.details
  const told = tellable(statement.slice(0, statementMax))
  const isInFunction = typeof where === 'string' && where !== '' && undefinedNames.has(sqlstate)
  if (!isInFunction) return { subject: `database ${database}`, message: error.message, detail: told }
  return {
    subject: `database ${database}`,
    message: `${error.message}. A function looks it up through search_path, which is empty while a database is loaded. Name its schema in the function, or set the path with ALTER FUNCTION … SET search_path`,
    detail: [where, told].filter((part) => part !== null).join('\n\n'),
  }
}

/** SQL that everybody who may look at the project may see: servers and subscriptions have passwords in theirs. */
export function tellable(statement: string): string | null {
  return /password|passfile|conninfo|CONNECTION/i.test(statement) ? null : statement
}
