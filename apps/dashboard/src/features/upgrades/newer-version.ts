import type { PostgresVersion } from '@colonnade/contracts/copies/postgres-versions'

/** Returns the newest installed version if its major is newer than the project's, else null. */
export function newerVersion(version: string | null, here: readonly PostgresVersion[] | undefined): string | null {
  const newest = here?.toSorted((one, other) => Number(other.major) - Number(one.major))[0]
  return version !== null && newest !== undefined && Number(newest.major) > Number.parseInt(version, 10) ? newest.version : null
}
