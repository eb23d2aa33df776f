import { setTimeout as sleep } from 'node:timers/promises'
import { type Ground, openGround } from '../parts/ground.ts'
import { type Bench, median, timed } from '../parts/measure.ts'
import { copyPlainly, fillLarge } from '../parts/plain-copy.ts'
import { pgbench } from '../peers/pgbench.ts'

const rounds = 5
const loadSeconds = 20
const lookMs = 100

/** What a read replica takes until it streams, beside a plain copy of its primary's files, and how far it is behind under load. */
export const bench: Bench = async (report) => {
  await using ground = await openGround({ COLONNADE_POOL_SIZE: '0' })
  const empty = await ground.create('empty')
  const small: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    small.push(await timed(() => replicate(ground, empty)))
    await drop(ground, empty)
  }
  report({ figure: 'replica of an empty project, until it streams', value: median(small) / 1_000, unit: 's', goal: '<= 1.5', judges: 'value' })

  const ref = await ground.create('large')
  const way = await fillLarge(ground, ref)
  const [copies, plain]: [number[], number[]] = [[], []]
  for (let round = 0; round < 3; round += 1) {
    plain.push(await timed(() => copyPlainly(ground, ref)))
    copies.push(await timed(() => replicate(ground, ref)))
    if (round < 2) await drop(ground, ref)
  }
  report({
    figure: 'replica of 2 GB, until it streams',
    value: median(copies) / 1_000,
    unit: 's',
    against: median(plain) / 1_000,
    goal: '<= 1.5',
    judges: 'ratio',
  })

  const load = pgbench(way, ['-n', '-c', '8', '-T', String(loadSeconds)])
  const lags: number[] = []
  let isLoaded = true
  void load.finally(() => (isLoaded = false))
  while (isLoaded) {
    for (const { milliseconds } of await ground.api.replicas.lag({ params: { ref } })) if (milliseconds !== null) lags.push(milliseconds)
    await sleep(lookMs)
  }
  await load
  const value = lags.toSorted((a, b) => a - b)[Math.floor(lags.length * 0.95)]!
  report({ figure: 'lag under pgbench, 8 clients, 95th percentile', value, unit: 'ms', goal: '<= 100', judges: 'value' })
}

async function replicate(ground: Ground, ref: string): Promise<void> {
  await ground.api.replicas.create({ params: { ref }, body: {} })
  for await (const [replica] of ground.api.replicas.events({ params: { ref } })) if (replica?.status === 'ACTIVE_HEALTHY') return
}

async function drop(ground: Ground, ref: string): Promise<void> {
  const [replica] = await ground.api.replicas.list({ params: { ref } })
  await ground.api.replicas.remove({ params: { ref, identifier: replica!.identifier } })
  for await (const replicas of ground.api.replicas.events({ params: { ref } })) if (replicas.length === 0) return
}
