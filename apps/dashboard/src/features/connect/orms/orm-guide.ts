import type { ConnectionTarget } from '../../../lib/connection-uri.ts'
import type { DatabaseParameters, Guide } from '../guide.ts'
import { nodeUri } from '../strings/connection-types.ts'

export interface OrmParameters extends DatabaseParameters {
  /** Where migrations go: they prepare statements and hold locks, so never through a transaction pooler. */
  readonly migrationTarget: ConnectionTarget
}

export type OrmGuide = Guide<OrmParameters>

/** One address for everything, or a second one for migrations where the first is a transaction pooler. */
export function ormEnvironment({ target, migrationTarget, password, isTransactionPooler }: OrmParameters): Record<string, string> {
  const url = nodeUri(target, password)
  return isTransactionPooler ? { DATABASE_URL: url, DIRECT_URL: nodeUri(migrationTarget, password) } : { DATABASE_URL: url }
}

export function migrationVariable({ isTransactionPooler }: OrmParameters): string {
  return isTransactionPooler ? 'DIRECT_URL' : 'DATABASE_URL'
}
