import type { Clusters } from '@colonnade/clusters'
import { AppError } from '@colonnade/core'
import { sql } from '@colonnade/sql'
import type { PlatformContext } from '../../../kernel/context.ts'
import { objectTimeoutMs } from '../../../kernel/limits.ts'
import type { Actor } from '../../../kernel/serve.ts'
import { askServer } from '../../../kernel/servers/ask-server.ts'
import type { HasSleeper } from '../../projects/sleeps/sleeper.ts'
import { messages } from '../messages.ts'

/** Roles of every project that `authenticator` can become. */
const usualRoles = ['anon', 'authenticated', 'service_role']

/**
 * Checks that `authenticator` can become a role. Wakes the project, unless every project has the role.
 *
 * @throws AppError `invalid_input` for a role that `authenticator` can't become, `project_not_active`, `project_wake_failed`
 */
export async function requireAssumable(
  { clusters, parts }: PlatformContext<HasSleeper>,
  ref: string,
  role: string,
  { userId }: Pick<Actor, 'userId'>,
): Promise<void> {
  if (usualRoles.includes(role)) return
  const release = await parts.sleeper.use(ref, { kind: 'api', what: messages.checkRole, user_id: userId })
  try {
    await requireRunning(clusters, ref)
    if (await askServer(clusters, { ref, deadlineMs: objectTimeoutMs }, async (server) => (await server.first(isAssumable(role))) !== undefined))
      return
  } finally {
    release()
  }
  const message = messages.roleNotAssumable(role)
  throw new AppError('invalid_input', { issues: [{ path: ['body', 'secret_jwt_template', 'role'], message }] }, { message })
}

/** Before Postgres 16 every member of a role could become it. */
const isAssumable = (role: string) => sql`
  select from pg_catalog.pg_roles r
  where r.rolname = ${role} and not r.rolsuper and r.rolname <> 'authenticator'
    and pg_catalog.pg_has_role('authenticator', r.oid, case when pg_catalog.current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end)`

async function requireRunning(clusters: Clusters, ref: string): Promise<void> {
  if ((await clusters.status(ref)).state !== 'running') throw new AppError('project_not_active', { ref })
}
