import type { PostgresVersion } from '@colonnade/contracts/copies/postgres-versions'
import { versionText } from './messages.ts'

/** Says how the project's version compares with the installed ones. */
export function newerThan(version: string, here: readonly PostgresVersion[]): string {
  const major = Number.parseInt(version, 10)
  const own = here.find((one) => Number(one.major) === major)
  if (own === undefined) return versionText.notInstalled(major)
  const newest = here.toSorted((one, other) => Number(other.major) - Number(one.major))[0]!
  const isNewest = Number(newest.major) === major
  const update = own.version === version ? [] : [versionText.updatesOnRestart(own.version)]
  if (isNewest) return update[0] ?? versionText.latest
  return [...update, versionText.available(newest.version)].join('; ')
}
