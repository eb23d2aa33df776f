import type { PostgresVersion } from '@colonnade/contracts/copies/postgres-versions'

/** What is here beyond the version that a project runs on. */
export function newerThan(version: string, here: readonly PostgresVersion[]): string {
  const major = Number.parseInt(version, 10)
  const own = here.find((one) => Number(one.major) === major)
  if (own === undefined) return `Postgres ${major} is not installed here any more: the server can not be started again`
  const newest = here.toSorted((one, other) => Number(other.major) - Number(one.major))[0]!
  const isNewest = Number(newest.major) === major
  if (own.version !== version) return `${own.version} comes with the next start${isNewest ? '' : `; Postgres ${newest.version} is here, too`}`
  return isNewest ? 'the newest here' : `Postgres ${newest.version} is here, too`
}
