import { setTimeout as sleep } from 'node:timers/promises'
import { connect, createInstallation, createProject, type Installation, signIn } from '../../e2e/recovery/installation.ts'
import { killVictim } from '../kill-victim.ts'
import { messageOf } from '../settle.ts'
import { FileLedger, type FileState } from './file-ledger.ts'
import { createFileUser } from './file-user.ts'
import { findRowsWithoutBytes, sweepAged } from './kept-files.ts'
import { type FileRound, seededNumbers } from './plan.ts'
import { bucket, createStorageClient, type StorageClient } from './storage-client.ts'

/** What became of a round. */
export interface FileOutcome extends FileRound {
  readonly number: number
  /** Processes that were killed. */
  readonly killed: number
  /** Milliseconds from the kill until files were read and written again. */
  readonly settledMs: number
  /** Changes that were acknowledged since the first round. */
  readonly acknowledged: number
  readonly faults: readonly string[]
}

export interface FileRoundsReport {
  readonly outcomes: readonly FileOutcome[]
  /** What was left after a sweep whose grace had passed. */
  readonly leftovers: readonly string[]
}

const users = 4
const settleMs = 90_000
const lookMs = 50
/** Nobody has to help with a server that comes back sooner than this. */
const helpMs = 10_000
/** Clients that were cut off go on for as long as this before everything is compared. */
const afterwardsMs = 300

/** Runs rounds on one project of one installation, and tells of each as it is over. */
export async function runFileRounds(seed: number, plan: readonly FileRound[], tell: (outcome: FileOutcome) => void): Promise<FileRoundsReport> {
  await using installation = await createInstallation()
  let server = await installation.start()
  const cookie = await signIn(server.url)
  const api = connect(server.url, cookie)
  const { slug } = await api.organizations.create({ body: { name: 'Acme' } })
  const { ref } = await createProject(api, slug, 'Files')
  const { service_api_keys: keys } = await api.projectSettings.settings({ params: { ref } })
  const keyOf = (wanted: string): string => keys.find(({ name }) => name === wanted)!.api_key
  const client = createStorageClient({ url: () => server.url, ref, anonKey: keyOf('anon'), serviceKey: keyOf('service_role') })
  await untilAnswered(() =>
    client.ask('POST', '/bucket', { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name: bucket }) }),
  )
  const ledger = new FileLedger()
  const clients = Array.from({ length: users }, (_, id) => createFileUser(id, client, ledger, seededNumbers(seed + id)))
  const restart = async (end: () => Promise<unknown>): Promise<void> => {
    await end()
    server = await installation.start()
  }

  // a server that was killed too often in a minute is only started again by a person
  const restartProject = async (): Promise<void> => {
    const now = connect(server.url, cookie)
    const { status } = await now.projects.retrieve({ params: { ref } })
    if (status === 'UNHEALTHY') await now.projects.restart({ params: { ref } })
  }

  const outcomes: FileOutcome[] = []
  for (const [index, round] of plan.entries()) {
    let isOver = false
    const working = Promise.all(clients.map((each) => each.work(() => isOver)))
    await sleep(round.delayMs)
    const killedAt = performance.now()
    const killed = await killVictim(installation, ref, round.victim, () => restart(() => server.kill()))
    const faults: string[] = []
    await untilAnswered(() => client.ask('GET', `/bucket/${bucket}`), restartProject).catch((error: unknown) => faults.push(messageOf(error)))
    const settledMs = performance.now() - killedAt
    await sleep(afterwardsMs)
    isOver = true
    await working
    faults.push(...(await compare(installation, ref, client, ledger)), ...clients.flatMap((each) => each.faults.splice(0)))
    const outcome = { ...round, number: index + 1, killed, settledMs, acknowledged: ledger.acknowledged, faults }
    outcomes.push(outcome)
    tell(outcome)
  }
  const leftovers = await sweepAged(installation, ref, () => restart(() => server.stop()))
  return { outcomes, leftovers: [...leftovers, ...(await compare(installation, ref, client, ledger))] }
}

/** Each file's bytes as clients read them, beside what was acknowledged; and each row's, on the disk. */
async function compare(installation: Installation, ref: string, client: StorageClient, ledger: FileLedger): Promise<string[]> {
  try {
    const seen = new Map<string, FileState>()
    for (const name of ledger.names()) seen.set(name, await untilRead(client, name))
    return [...ledger.settle(seen), ...(await findRowsWithoutBytes(installation, ref))]
  } catch (error) {
    return [messageOf(error)]
  }
}

async function untilRead(client: StorageClient, name: string): Promise<FileState> {
  const deadline = performance.now() + settleMs
  for (;;) {
    try {
      return await client.read(name)
    } catch (error) {
      if (performance.now() > deadline) throw error
      await sleep(lookMs)
    }
  }
}

async function untilAnswered(ask: () => ReturnType<StorageClient['ask']>, help: () => Promise<void> = async () => {}): Promise<void> {
  const begin = performance.now()
  const deadline = begin + settleMs
  let helpAt = begin + helpMs
  for (;;) {
    const answer = await ask()
    if (answer?.status === 200) return
    if (performance.now() > helpAt) {
      await help().catch(() => {})
      helpAt = performance.now() + helpMs
    }
    if (performance.now() > deadline)
      throw new Error(`Files were not served again: ${answer?.status ?? 'no answer'} ${answer?.body.toString() ?? ''}`)
    await sleep(lookMs)
  }
}
