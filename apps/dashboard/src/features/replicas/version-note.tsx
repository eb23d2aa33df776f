import { useQuery } from '@tanstack/react-query'
import { postgresVersionsQuery } from '../../scope/postgres-versions/versions-query.ts'
import { versionText } from './messages.ts'
import { newerThan } from './version-words.ts'

/** Shows the project's Postgres version, and whether a newer one is installed. */
export function VersionNote({ version }: { readonly version: string }) {
  const { data } = useQuery(postgresVersionsQuery)
  return (
    <>
      <span className="text-soft">{versionText.postgres(version)}</span>
      {data !== undefined && <span className="text-faint">{newerThan(version, data)}</span>}
    </>
  )
}
