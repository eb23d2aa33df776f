import type { DatabaseEntry } from '@colonnade/contracts'

/** Why a database is not replaced now, and what to do about it; null where nothing follows it. */
export function replicasText(databases: readonly Pick<DatabaseEntry, 'database_type'>[]): string | null {
  const replicas = databases.filter(({ database_type: type }) => type === 'READ_REPLICA').length
  if (replicas === 0) return null
  const [what, them] = replicas === 1 ? ['Its read replica', 'it'] : [`Its ${replicas} read replicas`, 'them']
  return `${what} could not follow it into the past: drop ${them} first, and make ${them} again afterwards.`
}
