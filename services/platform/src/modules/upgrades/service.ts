import type { UpgradeRehearsal } from '@colonnade/contracts'
import { AppError } from '@colonnade/core'
import type { AuditRecorder, RequestFacts, StreamEvent } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../context.ts'
import { follow } from '../../news/follow.ts'
import type { Actor, ProjectScope } from '../../serve.ts'
import { listVersions, majorOf } from '../postgres-versions/service.ts'
import { isMember, retrieveProject } from '../projects/store.ts'
import * as store from './store.ts'

type Audit = AuditRecorder<Transaction>

export function listUpgrades(ctx: PlatformContext, { ref }: ProjectScope): Promise<UpgradeRehearsal[]> {
  return store.listUpgrades(ctx.database, ref)
}

/**
 * Writes the wish and answers at once.
 *
 * @throws AppError `project_not_active`, `postgres_version_not_available` where there is nothing newer, `project_busy` while one is under way
 */
export async function rehearseUpgrade(ctx: PlatformContext, { userId }: Actor, scope: ProjectScope, audit: Audit): Promise<UpgradeRehearsal> {
  const { ref, organizationId } = scope
  const { status, db_version: from } = await retrieveProject(ctx.database, ref)
  if (status !== 'ACTIVE_HEALTHY' || from === null) throw new AppError('project_not_active', { status })
  const newest = listVersions(ctx.clusters).toSorted((one, other) => Number(other.major) - Number(one.major))[0]!
  if (Number(newest.major) <= Number(majorOf(from))) {
    const message = `The project runs on Postgres ${from}: there is no newer one here`
    throw new AppError('postgres_version_not_available', { version: from }, { message })
  }
  const upgrade = await ctx.database.transaction(async (tx) => {
    const id = await store.insertUpgrade(tx, { ref, from, to: newest.version, userId })
    if (id === undefined) throw new AppError('project_busy', {}, { message: 'A rehearsal is under way: wait until it is over, or cancel it' })
    await audit(tx, { organizationId, projectRef: ref, details: { upgrade: id, from, to: newest.version } })
    return store.findUpgrade(tx, ref, id)
  })
  ctx.upgrades.kick(upgrade!.id)
  return upgrade!
}

/** @throws AppError `upgrade_not_found`, `project_busy` when it is over */
export async function cancelUpgrade(ctx: PlatformContext, scope: ProjectScope, id: string, audit: Audit): Promise<UpgradeRehearsal> {
  const { ref, organizationId } = scope
  const upgrade = await ctx.database.transaction(async (tx) => {
    if ((await store.findUpgrade(tx, ref, id)) === undefined) throw new AppError('upgrade_not_found', { upgrade: id })
    if (!(await store.recordEnd(tx, id, 'CANCELLED', {}))) throw new AppError('project_busy', {}, { message: 'The rehearsal is over already' })
    await audit(tx, { organizationId, projectRef: ref, details: { upgrade: id } })
    return store.findUpgrade(tx, ref, id)
  })
  ctx.upgrades.kick(id)
  return upgrade!
}

/** Rehearsals of a project now, and again whenever one changes, until the caller leaves, is signed out, or is no member any more. */
export async function* streamUpgrades(
  ctx: PlatformContext,
  actor: Actor,
  { ref }: ProjectScope,
  request: Pick<RequestFacts, 'signal'>,
): AsyncGenerator<StreamEvent<UpgradeRehearsal[]>> {
  let sent = 0
  yield* follow(ctx, actor, `upgrades:${ref}`, request, async function* () {
    if (!(await isMember(ctx.database, ref, actor))) return false
    yield { id: String((sent += 1)), data: await store.listUpgrades(ctx.database, ref) }
    return true
  })
}
