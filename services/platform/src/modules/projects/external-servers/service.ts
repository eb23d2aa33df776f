import { endpointOf, examine } from '@colonnade/clusters'
import type { ExternalServer, ExternalServerReport } from '@colonnade/contracts/projects/external-servers'
import type { Project } from '@colonnade/contracts/projects/projects'
import { AppError, newRef } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Queryable, Transaction } from '@colonnade/pg'
import type { OrganizationScope, ProjectScope } from '../../../kernel/serve.ts'
import { uniqueName } from '../projects/service.ts'
import { insertEvent, insertProject, retrieveProject, requestState } from '../projects/store.ts'
import type { Context } from './context.ts'
import { contextOf, reachWithin, toServer } from './connecting.ts'
import * as store from './store.ts'
import { messages } from './messages.ts'

type Audit = AuditRecorder<Transaction>
type ServerInput = ExternalServer & { readonly password: string }

/** Connects to a server as a project would, without changing it. @throws AppError `database_connection_failed` */
export async function testServer({ config }: Context, input: ServerInput): Promise<ExternalServerReport> {
  const found = await examine(endpointOf(toServer(input), reachWithin(config.externalDatabases)))
  return {
    version: found.version,
    user: found.user,
    is_superuser: found.isSuperuser,
    is_read_only: found.isReadOnly,
    can_create: found.canCreate,
  }
}

/** Creates a project on a server that answers. @throws AppError `project_name_taken`, `database_connection_failed` */
export async function createExternalProject(
  ctx: Context,
  { organizationId }: OrganizationScope,
  { name, ...server }: ServerInput & { readonly name: string },
  audit: Audit,
): Promise<Project> {
  await testServer(ctx, server)
  const ref = newRef(ctx.random)
  const project = await uniqueName(name, () =>
    ctx.database.transaction(async (tx) => {
      // external projects have no compute size, region or password
      const placeholders = { region: 'local', compute: 'nano', passwordVerifier: '', postgresVersion: null } as const
      await insertProject(tx, { ref, organizationId, name, driver: 'external', ...placeholders })
      await store.saveServer(tx, ref, sealServer(ctx, ref, server))
      await insertEvent(tx, ref, { kind: 'status', status: 'COMING_UP' })
      await audit(tx, { organizationId, projectRef: ref, details: { name, host: server.host } })
      return retrieveProject(tx, ref)
    }),
  )
  ctx.parts.reconciler.kick(ref)
  return project
}

/** @throws AppError `object_not_found` for a project whose server Colonnade runs */
export async function retrieveServer({ database }: Context, { ref }: ProjectScope): Promise<ExternalServer> {
  const { password: _password, ...server } = await requireServer(database, ref)
  return server
}

/** Moves a project to another address or password, once a connection works. @throws AppError `object_not_found`, `database_connection_failed` */
export async function updateServer(ctx: Context, scope: ProjectScope, input: ServerInput, audit: Audit): Promise<ExternalServer> {
  const { ref, organizationId } = scope
  await requireServer(ctx.database, ref)
  await testServer(ctx, input)
  await ctx.database.transaction(async (tx) => {
    await store.saveServer(tx, ref, sealServer(ctx, ref, input))
    await audit(tx, { organizationId, projectRef: ref, details: { host: input.host } })
    await requestState(tx, ref, { desired: 'active', status: 'RESTORING', from: ['ACTIVE_HEALTHY', 'UNHEALTHY', 'INIT_FAILED'] })
  })
  // end connections to the former server
  await ctx.clusters.stop(ref)
  ctx.parts.connections.closeIdle(ref)
  ctx.parts.reconciler.kick(ref)
  return retrieveServer(ctx, scope)
}

function sealServer({ secrets }: Context, ref: string, { host, port, database, user, tls, password }: ServerInput): store.ServerRow {
  return { host, port, database, user, tls, password: secrets.seal(password, contextOf(ref)) }
}

async function requireServer(db: Queryable, ref: string): Promise<store.ServerRow> {
  const row = await store.findServer(db, ref)
  if (row === undefined) throw new AppError('object_not_found', { ref }, { message: messages.runHere })
  return row
}
