import { sql } from '@colonnade/sql'
import type { PlatformContext } from '../../../kernel/context.ts'
import { objectTimeoutMs } from '../../../kernel/limits.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { askServer } from '../../../kernel/servers/ask-server.ts'

/** Returns the extensions that work in a project. Trusts the list of a server that Colonnade doesn't run. */
export async function listLoadable({ clusters }: PlatformContext, { ref }: ProjectScope): Promise<string[]> {
  const machine = clusters.can(ref, 'machine')
  if (machine !== undefined) return [...(await machine.loadableExtensions(ref))]
  const rows = await askServer(clusters, { ref, deadlineMs: objectTimeoutMs }, (server) =>
    server.rows<{ name: string }>(sql`select name from pg_catalog.pg_available_extensions order by name`),
  )
  return rows.map(({ name }) => name)
}
