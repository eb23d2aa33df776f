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

type Audit = AuditRecorder<Transaction>

export function listUpgrades(ctx: Context, { ref }: ProjectScope): Promise<Upgrade[]> {
  return store.listUpgrades(ctx.database, ref)
}

/**
 * Writes the wish and answers at once.
 *
 * @throws AppError `project_not_active`, `postgres_version_not_available` where there is nothing newer, `project_busy` while one is under way
 */
export function rehearseUpgrade(ctx: Context, actor: Actor, scope: ProjectScope, audit: Audit): Promise<Upgrade> {
  return begin(ctx, actor, scope, 'rehearsal', audit)
}

/**
 * Writes the wish and answers at once. The last rehearsal has come to its end, with nothing in the way, and not long ago.
 *
 * @throws AppError those of `rehearseUpgrade`, `invalid_input` when the name is not the project's, `upgrade_not_rehearsed`, `upgrade_blocked`
 */
export function runUpgrade(ctx: Context, actor: Actor, scope: ProjectScope, { project_name: given }: UpgradeInput, audit: Audit): Promise<Upgrade> {
  const { ref, name } = scope
  if (given !== name) {
    const message = `Give the name of the project, "${name}", to have it upgraded`
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
    const message = `The last ${rehearsal.kind} found what stands in the way${first === undefined ? '' : `, such as ${first}`}. Change it, and rehearse again`
    throw new AppError('upgrade_blocked', { rehearsal: rehearsal.id, obstacles, differing_tables: tables }, { message })
  }
  const isOfThese = rehearsal !== undefined && majorOf(rehearsal.from_version) === majorOf(from) && majorOf(rehearsal.to_version) === majorOf(to)
  if (!isOfThese || now - Date.parse(rehearsal.finished_at ?? '') > rehearsalDays * 86_400_000) {
    const message = `Rehearse the upgrade first: it says what would stand in the way, and how long the project would be down. A rehearsal counts for ${rehearsalDays} days`
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
    const message = `The project runs on Postgres ${from}: there is no newer one here`
    throw new AppError('postgres_version_not_available', { version: from }, { message })
  }
  const upgrade = await ctx.database.transaction(async (tx) => {
    await check(tx, { from, to })
    const id = await store.insertUpgrade(tx, { kind, ref, from, to, userId })
    if (id === undefined) {
      throw new AppError('project_busy', {}, { message: 'A rehearsal or an upgrade is under way: wait until it is over, or cancel it' })
    }
    await audit(tx, { organizationId, projectRef: ref, details: { upgrade: id, from, to } })
    return store.findUpgrade(tx, ref, id)
  })
  ctx.parts.upgrades.kick(upgrade!.id)
  return upgrade!
}

/** @throws AppError `upgrade_not_found`, `project_busy` when it is over */
export async function cancelUpgrade(ctx: Context, scope: ProjectScope, id: string, audit: Audit): Promise<Upgrade> {
  const { ref, organizationId } = scope
  const upgrade = await ctx.database.transaction(async (tx) => {
    if ((await store.findUpgrade(tx, ref, id)) === undefined) throw new AppError('upgrade_not_found', { upgrade: id })
    if (!(await store.recordEnd(tx, id, 'CANCELLED', {}))) {
      // another may have ended it in the meantime
      const now = (await store.findUpgrade(tx, ref, id))!
      const message = now.finished_at === null ? 'The new version is being put in place: it can not be cancelled any more' : 'It is over already'
      throw new AppError('project_busy', { status: now.status }, { message })
    }
    await audit(tx, { organizationId, projectRef: ref, details: { upgrade: id } })
    return store.findUpgrade(tx, ref, id)
  })
  ctx.parts.upgrades.kick(id)
  return upgrade!
}

/** Upgrades and rehearsals of a project now, and again whenever one changes, until the caller leaves, is signed out, or is no member any more. */
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
