import { listUnloggedTables, unloggedTablesMax } from '@colonnade/pg-meta/unlogged-tables'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { fetchRows } from '../fetch-rows.ts'
import { sqlKey } from '../keys/keys.ts'

/** Tables of a project whose rows no copy of it has. */
const unloggedTablesQuery = (ref: string) =>
  queryOptions({
    queryKey: sqlKey(ref, 'unlogged-tables'),
    queryFn: ({ signal }) => fetchRows(ref, listUnloggedTables(), signal),
    staleTime: 0,
    retry: false,
  })

const words = {
  copy: "Rows of unlogged tables aren't copied. These tables will be empty:",
  backup: 'Backups have no rows of unlogged tables. These tables will be empty:',
  replica: "A read replica can't read unlogged tables:",
  promotion: 'These unlogged tables will be empty:',
}

export interface UnloggedNoteProps {
  /** Of the database that is copied; empty while none is chosen. */
  readonly projectRef: string
  readonly of: keyof typeof words
}

/** Names the tables that come without their rows. Says nothing where there are none, or while the database can't tell. */
export function UnloggedNote({ projectRef, of }: UnloggedNoteProps) {
  const { data: tables = [] } = useQuery({ ...unloggedTablesQuery(projectRef), enabled: projectRef !== '' })
  if (tables.length === 0) return null
  const names = tables.slice(0, unloggedTablesMax).map(({ schema, name }) => (schema === 'public' ? name : `${schema}.${name}`))
  return (
    <p role="note" className="rounded-md border border-warning/40 bg-warning-tint px-3 py-2 text-sm">
      {words[of]} <span className="font-mono text-xs break-words">{names.join(', ')}</span>
      {tables.length > unloggedTablesMax && ' and more'}
    </p>
  )
}
