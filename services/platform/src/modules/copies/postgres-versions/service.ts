import type { Fleet } from '@colonnade/clusters'
import type { PostgresVersion } from '@colonnade/contracts/copies/postgres-versions'
import { AppError } from '@colonnade/core'
import { messages } from './messages.ts'

/** Lists the default version first. */
export function listVersions(clusters: Fleet): PostgresVersion[] {
  return clusters.machine.versions().map((version, index) => ({ version, major: majorOf(version), is_default: index === 0 }))
}

/** Returns "17" for "17.10". */
export function majorOf(version: string): string {
  return version.split('.')[0]!
}

/** @throws AppError `postgres_version_not_available` */
export function requireVersion(clusters: Fleet, major: string): void {
  const known = listVersions(clusters).map((one) => one.major)
  if (known.includes(major)) return
  const message = messages.notAvailable(major, known)
  throw new AppError('postgres_version_not_available', { version: major, available: known }, { message })
}
