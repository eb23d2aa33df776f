import { rehearsalDays, type Upgrade, type UpgradeInput, type UpgradeKind } from '@colonnade/contracts/copies/upgrades'
import { AppError } from '@colonnade/core'
import type { AuditRecorder, RequestFacts, StreamEvent } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import { follow } from '../../../kernel/news/follow.ts'
import type { Actor, ProjectScope } from '../../../kernel/serve.ts'
import { listVersions, majorOf } from '../postgres-versions/service.ts'
import { isMember, retrieveProject } from '../../projects/projects/store.ts'
import * as store from './store.ts'
import type { Context } from './context.ts'
import { messages } from './messages.ts'

type Audit = AuditRecorder<Transaction>

export function listUpgrades(ctx: Context, { ref }: ProjectScope): Promise<Upgrade[]> {
  return store.listUpgrades(ctx.database, ref)
}

/**
 * Requests a rehearsal and returns at once.
 *
 * @throws AppError `project_not_active`, `postgres_version_not_available` if there is none newer, `project_busy` while one is in progress
 */
export function rehearseUpgrade(ctx: Context, actor: Actor, scope: ProjectScope, audit: Audit): Promise<Upgrade> {
  return begin(ctx, actor, scope, 'rehearsal', audit)
}

/**
 * Requests an upgrade and returns at once. Requires a recent rehearsal without obstacles.
 *
 * @throws AppError those of `rehearseUpgrade`, `invalid_input` when the name isn't the project's, `upgrade_not_rehearsed`, `upgrade_blocked`
 */
export function runUpgrade(ctx: Context, actor: Actor, scope: ProjectScope, { project_name: given }: UpgradeInput, audit: Audit): Promise<Upgrade> {
  const { ref, name } = scope
  if (given !== name) {
    const message = messages.confirmName(name)
    throw new AppError('invalid_input', { issues: [{ path: ['body', 'project_name'], message }] }, { message })
  }
  return begin(ctx, actor, scope, 'upgrade', audit, async (tx, versions) => {
    const hindrance = await store.findHindrance(tx, ref)
    if (hindrance !== null) throw new AppError('project_busy', {}, { message: hindrance })
    requireRehearsal(await store.findRehearsal(tx, ref), versions, ctx.clock.now())
  })
}

interface FromTo {
  readonly from: string
  readonly to: string
}

function requireRehearsal(rehearsal: Upgrade | undefined, { from, to }: FromTo, now: number): void {
  if (rehearsal?.status === 'BLOCKED') {
    const obstacles = rehearsal.report?.obstacles ?? []
    const tables = rehearsal.report?.differing_tables ?? []
    const first = obstacles.map(({ subject }) => subject)[0] ?? tables.map(({ table }) => `table ${table}`)[0]
    const message = messages.blocked(rehearsal.kind, first)
    throw new AppError('upgrade_blocked', { rehearsal: rehearsal.id, obstacles, differing_tables: tables }, { message })
  }
  const isOfThese = rehearsal !== undefined && majorOf(rehearsal.from_version) === majorOf(from) && majorOf(rehearsal.to_version) === majorOf(to)
  if (!isOfThese || now - Date.parse(rehearsal.finished_at ?? '') > rehearsalDays * 86_400_000) {
    const message = messages.notRehearsed(rehearsalDays)
    throw new AppError('upgrade_not_rehearsed', {}, { message })
  }
}

async function begin(
  ctx: Context,
  { userId }: Actor,
  { ref, organizationId }: ProjectScope,
  kind: UpgradeKind,
  audit: Audit,
  check: (tx: Transaction, versions: FromTo) => Promise<void> = async () => {},
): Promise<Upgrade> {
  const { status, db_version: from } = await retrieveProject(ctx.database, ref)
  if (status !== 'ACTIVE_HEALTHY' || from === null) throw new AppError('project_not_active', { status })
  const newest = listVersions(ctx.clusters).toSorted((one, other) => Number(other.major) - Number(one.major))[0]!
  const to = newest.version
  if (Number(newest.major) <= Number(majorOf(from))) {
    const message = messages.newest(from)
    throw new AppError('postgres_version_not_available', { version: from }, { message })
  }
  const upgrade = await ctx.database.transaction(async (tx) => {
    await check(tx, { from, to })
    const id = await store.insertUpgrade(tx, { kind, ref, from, to, userId })
    if (id === undefined) {
      throw new AppError('project_busy', {}, { message: messages.underWay })
    }
    await audit(tx, { organizationId, projectRef: ref, details: { upgrade: id, from, to } })
    return store.findUpgrade(tx, ref, id)
  })
  ctx.parts.upgrades.kick(upgrade!.id)
  return upgrade!
}

/** @throws AppError `upgrade_not_found`, `project_busy` after its end */
export async function cancelUpgrade(ctx: Context, scope: ProjectScope, id: string, audit: Audit): Promise<Upgrade> {
  const { ref, organizationId } = scope
  const upgrade = await ctx.database.transaction(async (tx) => {
    if ((await store.findUpgrade(tx, ref, id)) === undefined) throw new AppError('upgrade_not_found', { upgrade: id })
    if (!(await store.recordEnd(tx, id, 'CANCELLED', {}))) {
      // another request may have ended it
      const now = (await store.findUpgrade(tx, ref, id))!
      const message = now.finished_at === null ? messages.beingPlaced : messages.over
      throw new AppError('project_busy', { status: now.status }, { message })
    }
    await audit(tx, { organizationId, projectRef: ref, details: { upgrade: id } })
    return store.findUpgrade(tx, ref, id)
  })
  ctx.parts.upgrades.kick(id)
  return upgrade!
}

/** Yields upgrades and rehearsals of a project now and after each change, until the client disconnects, signs out, or is no longer a member. */
export async function* streamUpgrades(
  ctx: Context,
  actor: Actor,
  { ref }: ProjectScope,
  request: Pick<RequestFacts, 'signal'>,
): AsyncGenerator<StreamEvent<Upgrade[]>> {
  let sent = 0
  yield* follow(ctx, actor, `upgrades:${ref}`, request, async function* () {
    if (!(await isMember(ctx.database, ref, actor))) return false
    yield { id: String((sent += 1)), data: await store.listUpgrades(ctx.database, ref) }
    return true
  })
}
