import type { Branch } from '@colonnade/contracts/copies/branches'
import type { ReplicaStatus } from '@colonnade/contracts/projects/projects'
import { AppError, type ErrorCode, isAppError } from '@colonnade/core'
import { type ConnectionTarget, withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  addressOf,
  type Api,
  connect,
  createInstallation,
  databasePassword,
  type Installation,
  signIn,
  untilRemoved,
  untilStatus,
} from '../e2e/recovery/installation.ts'
import type { Server } from '../e2e/recovery/server.ts'
import { besiege, type Besieged, longestWaitMs } from './hostile-tenant.ts'
import { countLost, type Ledger, openLedger } from './ledger.ts'
import { leaveBehind, mountSmallDisk, type SmallDisk } from './mishaps.ts'
import { type Mishap, mishaps, type Operation, type Round, type Victim } from './plan.ts'
import { messageOf, settle } from './settle.ts'

/** What became of a round. */
export interface Outcome extends Round {
  readonly number: number
  /** What the platform refused to begin; null when it began. */
  readonly refused: string | null
  /** Processes that were killed. */
  readonly killed: number
  /** Milliseconds from the kill until everything was as it should be; null when it never was. */
  readonly settledMs: number | null
  readonly acknowledged: number
  readonly lost: number
  /** What was measured meanwhile. */
  readonly told: readonly string[]
  /** What was wrong in the end; empty when nothing was. */
  readonly faults: readonly string[]
}

/** Longest that anything may take to come back. */
const settleMs = 90_000
const lookMs = 100
/** And that what has come back may take to say what it has. */
const verifyMs = 30_000
/** A disk is full for longer than it takes to give up a server that only crashes. */
const fullMs = 8_000

interface Scene {
  readonly installation: Installation
  /** What the installation is on, where one could be made. */
  readonly disk: SmallDisk | undefined
  readonly api: () => Api
  readonly besieged: () => Besieged
  readonly ref: string
  readonly ledger: Ledger
  /** What failed for want of room, which is as it should be. */
  readonly excused: Set<string>
  readonly restartPlatform: () => Promise<void>
}

/** Runs rounds one after the other on one installation, and tells of each as it is over. */
export async function runRounds(plan: readonly Round[], tell: (outcome: Outcome) => void): Promise<Outcome[]> {
  // all of it is on the disk that is to be full
  await using disk = plan.some(({ victim }) => victim === 'a full disk') ? await mountSmallDisk() : undefined
  await using installation = await createInstallation(disk?.path)
  let server: Server = await installation.start()
  const cookie = await signIn(server.url)
  const api = (): Api => connect(server.url, cookie)
  const { slug } = await api().organizations.create({ body: { name: 'Acme' } })
  let ref = await createOlder(api(), slug)
  await using ledger = await openLedger(async () => addressOf(await api().projects.retrieve({ params: { ref } })))
  const excused = new Set<string>()
  const restartPlatform = async (): Promise<void> => {
    server = await installation.start()
  }
  const outcomes: Outcome[] = []
  for (const [index, round] of plan.entries()) {
    if (round.operation === 'upgrade Postgres' && !(await isOlder(api(), ref))) {
      await ledger.pause(true)
      await removeWithBranches(api(), ref)
      ref = await createOlder(api(), slug)
      await ledger.beginAgain()
      await ledger.pause(false)
    }
    const besieged = (): Besieged => ({ url: server.url, cookie, api: api(), slug })
    const scene = { installation, disk, api, besieged, ref, ledger, excused, restartPlatform }
    const outcome = await runRound(scene, round, index + 1, () => server.kill())
    outcomes.push(outcome)
    tell(outcome)
  }
  return outcomes
}

/** A project on the version before the newest, which can be upgraded. */
async function createOlder(api: Api, slug: string): Promise<string> {
  const body = { organization_slug: slug, name: 'Ledger', db_pass: databasePassword, postgres_version: '17' } as const
  const { ref } = await api.projects.create({ body })
  await untilStatus(api, ref, 'ACTIVE_HEALTHY')
  return ref
}

async function isOlder(api: Api, ref: string): Promise<boolean> {
  return (await api.projects.retrieve({ params: { ref } })).db_version?.startsWith('17.') === true
}

async function removeWithBranches(api: Api, ref: string): Promise<void> {
  const params = { ref }
  const previews = async (): Promise<Branch[]> => (await api.branches.list({ params })).filter(({ is_default: isDefault }) => !isDefault)
  for (const { id } of await previews()) await api.branches.remove({ params: { ref, branch: id } })
  await until(async () => (await previews()).length === 0)
  await api.projects.remove({ params })
  await untilRemoved(api, ref)
}

async function runRound(scene: Scene, round: Round, number: number, killPlatform: () => Promise<unknown>): Promise<Outcome> {
  const { ledger } = scene
  const isRestore = round.operation === 'restore a backup'
  const isRecovery = round.operation === 'recover to a moment'
  // what is written after a backup or that moment is not in it, and who writes keeps the project awake
  if (isRestore || isRecovery || round.operation === 'sleep and wake') await ledger.pause(true)
  const begin = operationsOf(scene)[round.operation]
  let refused: string | null = null
  try {
    await begin()
  } catch (error) {
    refused = messageOf(error)
  }
  if (!isRestore && !isRecovery) await ledger.pause(false)
  await sleep(round.delayMs)
  const acknowledged = ledger.acknowledged()
  const killedAt = performance.now()
  const {
    count: killed,
    told,
    complaints,
  } = isMishap(round.victim) ? await befall(scene, round.victim) : { count: await kill(scene, round.victim, killPlatform), told: [], complaints: [] }
  const isFull = round.victim === 'a full disk'
  const faults = await settle(scene, killedAt + settleMs, isFull)
  const settledMs = faults.length === 0 ? performance.now() - killedAt : null
  const verdict = await verify(scene, isRestore ? null : acknowledged, performance.now() + verifyMs)
  if (isRestore || isRecovery) await ledger.pause(false)
  return { ...round, number, refused, killed, settledMs, acknowledged, told, ...verdict, faults: [...complaints, ...faults, ...verdict.faults] }
}

/** Begins what a person could ask for; it goes on by itself. */
function operationsOf({ api, ref }: Scene): Readonly<Record<Operation, () => Promise<unknown>>> {
  const params = { ref }
  const branch = async (): Promise<Branch> => {
    const found = (await api().branches.list({ params })).find(({ is_default: isDefault }) => !isDefault)
    return found ?? (await api().branches.create({ params, body: { name: 'preview' } }))
  }
  const readyBranch = async (): Promise<string> => {
    const { id } = await branch()
    await until(async () => (await api().branches.list({ params })).some((each) => each.id === id && each.status === 'ACTIVE_HEALTHY'))
    return id
  }
  const replica = async (): Promise<string> => {
    const [found] = await api().replicas.list({ params })
    return (found ?? (await api().replicas.create({ params, body: {} }))).identifier
  }
  const readyReplica = async (): Promise<string> => {
    const identifier = await replica()
    await until(async () =>
      (await api().replicas.list({ params })).some((each) => each.identifier === identifier && each.status === 'ACTIVE_HEALTHY'),
    )
    return identifier
  }
  const recovery = async (days: number | null): Promise<void> => {
    await api().backups.changePitr({ params, body: { days } })
  }
  const dropReplicas = async (): Promise<void> => {
    for (const { identifier } of await api().replicas.list({ params })) await api().replicas.remove({ params: { ref, identifier } })
    await until(async () => (await api().replicas.list({ params })).length === 0)
  }
  return {
    nothing: async () => {},
    restart: () => api().projects.restart({ params }),
    resize: async () => {
      const { compute } = await api().projects.retrieve({ params })
      return api().projects.resize({ params, body: { compute: compute === 'nano' ? 'micro' : 'nano' } })
    },
    'pause and restore': async () => {
      await api().projects.pause({ params })
      await until(async () => (await api().projects.retrieve({ params })).status === 'INACTIVE')
      await api().projects.restore({ params })
    },
    'sleep and wake': async () => {
      await dropReplicas()
      // a connection that has just ended may still be there
      await until(() => isBegun(api().sleeps.sleep({ params }), 'project_busy'))
      await api().sleeps.wake({ params })
    },
    'create a branch': branch,
    'reset a branch': async () => api().branches.reset({ params: { ref, branch: await readyBranch() }, body: {} }),
    'delete a branch': async () => api().branches.remove({ params: { ref, branch: (await branch()).id } }),
    'merge a branch': async () => api().merges.rehearse({ params: { ref, branch: await readyBranch() } }),
    'create a replica': replica,
    'restart a replica': async () => api().replicas.restart({ params: { ref, identifier: await readyReplica() } }),
    'promote a replica': async () => {
      const identifier = await readyReplica()
      await api().replicas.promote({ params: { ref, identifier }, body: { mode: 'planned' } })
    },
    'drop a replica': async () => api().replicas.remove({ params: { ref, identifier: await replica() } }),
    'back up': async () => {
      const { backups, manual_most: most } = await api().backups.report({ params })
      const byHand = backups.filter(({ kind }) => kind === 'manual')
      if (byHand.length >= most) {
        await api().backups.remove({ params: { ref, id: byHand.at(-1)!.id } })
        await until(async () => (await api().backups.report({ params })).backups.length < backups.length)
      }
      await api().backups.create({ params })
    },
    'turn recovery on or off': async () => recovery((await api().backups.report({ params })).pitr === null ? 1 : null),
    'recover to a moment': async () => {
      await dropReplicas()
      if ((await api().backups.report({ params })).pitr === null) await recovery(1)
      await until(async () => (await api().backups.report({ params })).pitr?.state === 'ON')
      const body = { at: new Date().toISOString(), into: { target: 'project' as const, project_name: 'Ledger' } }
      // its WAL may not be archived yet
      await until(() => isBegun(api().backups.restoreTo({ params, body }), 'moment_not_recoverable'))
    },
    'upgrade Postgres': async () => {
      await dropReplicas()
      const rehearsed = (await api().upgrades.list({ params })).some(({ status }) => status === 'REHEARSED')
      if (!rehearsed) await api().upgrades.rehearse({ params })
      await until(async () => (await api().upgrades.list({ params })).some(({ status }) => status === 'REHEARSED'))
      await api().upgrades.run({ params, body: { project_name: 'Ledger' } })
    },
    'restore a backup': async () => {
      await dropReplicas()
      const whole = (await api().backups.report({ params })).backups.find(({ status }) => status === 'COMPLETED')
      if (whole === undefined) return api().backups.create({ params })
      return api().backups.restore({ params: { ref, id: whole.id }, body: { target: 'project', project_name: 'Ledger' } })
    },
  }
}

function isMishap(victim: Victim | Mishap): victim is Mishap {
  return mishaps.some((mishap) => mishap === victim)
}

/** Returns how many it has happened to, and what it must not have done to others. */
async function befall(scene: Scene, mishap: Mishap): Promise<{ readonly count: number; readonly told: string[]; readonly complaints: string[] }> {
  if (mishap !== 'a hostile tenant') return { count: await befallProject(scene, mishap), told: [], complaints: [] }
  const { longest, p99, refused } = await besiege(scene.besieged(), () => scene.api().projects.retrieve({ params: { ref: scene.ref } }))
  const told = [`others waited ${Math.round(longest)} ms at most, ${Math.round(p99)} ms at p99`]
  return { count: 1, told, complaints: [...(longest > longestWaitMs ? ['others waited too long'] : []), ...new Set(refused)] }
}

async function befallProject({ disk, api, ref }: Scene, mishap: Exclude<Mishap, 'a hostile tenant'>): Promise<number> {
  const params = { ref }
  if (mishap === 'a full disk') {
    await disk?.whileFull(() => sleep(fullMs))
    return disk === undefined ? 0 : 1
  }
  try {
    const [replica] = await api().replicas.list({ params })
    const { identifier } = replica ?? (await api().replicas.create({ params, body: {} }))
    const isSo = (status: ReplicaStatus) => async () =>
      (await api().replicas.list({ params })).some((each) => each.identifier === identifier && each.status === status)
    await until(isSo('ACTIVE_HEALTHY'))
    const project = await api().projects.retrieve({ params })
    const { db_port: port } = (await api().replicas.list({ params })).find((each) => each.identifier === identifier)!
    if ((await leaveBehind(project, port)) === 0) return 0
    // it is told, and a person does what it says
    await until(isSo('UNHEALTHY'))
    await api().replicas.restart({ params: { ref, identifier } })
    return 1
  } catch {
    // the replica, or its project, went with what was under way
    return 0
  }
}

/** Returns how many processes are gone by it. */
async function kill({ installation, api, ref, restartPlatform }: Scene, victim: Victim, killPlatform: () => Promise<unknown>): Promise<number> {
  const end = (pids: readonly (number | undefined)[]): number => {
    const alive = pids.filter((pid) => pid !== undefined)
    for (const pid of alive) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // it ended by itself in between
      }
    }
    return alive.length
  }
  const others = async (): Promise<string[]> => (await installation.running()).filter((name) => name !== 'platform' && name !== ref)
  switch (victim) {
    case 'the primary':
      return end([await installation.postmaster(ref)])
    case "the control plane's server":
      return end([await installation.postmaster('platform')])
    case 'a replica':
    case 'a branch': {
      const branches = new Set(
        (
          await api()
            .branches.list({ params: { ref } })
            .catch(() => [])
        ).map((branch) => branch.project_ref),
      )
      const found = (await others()).find((name) => branches.has(name) === (victim === 'a branch'))
      return end(found === undefined ? [] : [await installation.postmaster(found)])
    }
    case 'the archiver':
      return end((await installation.processes()).filter(({ args }) => args.join(' ').includes('archiver')).map(({ pid }) => pid))
    case 'the platform':
      await killPlatform()
      await restartPlatform()
      return 1
    case 'everything': {
      const refs = await installation.running()
      await killPlatform()
      const killed = end(await Promise.all(refs.map((name) => installation.postmaster(name))))
      await restartPlatform()
      return killed + 1
    }
  }
}

/** Whether all rows are where they should be; null for a state that was brought back: then none may be missing before its last. */
async function verify(scene: Scene, acknowledged: number | null, deadline: number): Promise<Pick<Outcome, 'lost' | 'faults'>> {
  const { api, ref, ledger, installation } = scene
  const answered = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (performance.now() > deadline) throw error
        await sleep(lookMs)
      }
    }
  }
  const faults: string[] = []
  const project = await answered(() => api().projects.retrieve({ params: { ref } }))
  const target = addressOf(project)
  try {
    if (acknowledged === null) {
      const { top, there } = (await answered(() => readLedger(target)))!
      ledger.continueAfter(top)
      return { lost: top - there, faults }
    }
    const lost = await answered(() => countLost(target, acknowledged))
    for (const { identifier, db_host: host, db_port: port } of await api().replicas.list({ params: { ref } })) {
      const behind = await answered(async () => {
        if (host === null || port === null) throw new AppError('unavailable', {}, { message: 'It is not up' })
        const missing = await countLost({ ...target, host, port }, acknowledged)
        if (missing > 0) throw new AppError('unavailable', {}, { message: `${missing} rows behind` })
        return missing
      }).catch(messageOf)
      if (behind !== 0) faults.push(`the replica ${identifier}: ${behind}`)
    }
    for (const branch of (await api().branches.list({ params: { ref } })).filter(({ is_default: isDefault }) => !isDefault)) {
      const query = 'select coalesce(max(entry), 0) - count(*) from ledger'
      const holes = await answered(() => api().queries.run({ params: { ref: branch.project_ref }, body: { query } }))
      if (holes.results[0]!.rows[0]![0] !== '0') faults.push(`the branch ${branch.name} has holes`)
    }
    const processes = (await installation.processes()).filter(({ args }) => args.some((arg) => arg.includes(`${installation.paths.making}/`)))
    if (processes.length > 0) faults.push(`${processes.length} processes are left over`)
    return { lost, faults }
  } catch (error) {
    return { lost: 0, faults: [...faults, messageOf(error)] }
  }
}

function readLedger(target: ConnectionTarget): Promise<{ top: number; there: number } | undefined> {
  return withClient(target, (client) =>
    client.first<{ top: number; there: number }>(sql`select coalesce(max(entry), 0) as top, count(*)::int as there from ledger`),
  )
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + settleMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new AppError('unavailable', {}, { message: 'it did not come to that' })
    await sleep(lookMs)
  }
}

/** False for one refusal, after which it may be tried again. */
async function isBegun(call: Promise<unknown>, refusal: ErrorCode): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    if (isAppError(error, refusal)) return false
    throw error
  }
}
