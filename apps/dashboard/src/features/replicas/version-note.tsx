import { useQuery } from '@tanstack/react-query'
import { postgresVersionsQuery } from '../../scope/postgres-versions/versions-query.ts'
import { newerThan } from './version-words.ts'

/** Which Postgres the project runs on, and whether a newer one is here. */
export function VersionNote({ version }: { readonly version: string }) {
  const { data } = useQuery(postgresVersionsQuery)
  return (
    <>
      <span className="text-soft">Postgres {version}</span>
      {data !== undefined && <span className="text-faint">{newerThan(version, data)}</span>}
    </>
  )
}
