import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fallAsleep } from './cluster-wake.ts'
import { type Ground, openGround } from '../parts/ground.ts'
import type { Bench } from '../parts/measure.ts'

const projects = 50
const more = 50
const asleep = 90
/** The platform's own connections to a project are closed after 10 s. */
const settleMs = 15_000

/**
 * Memory of idle projects, the proportional set size of all their processes (proc_pid_smaps_rollup): each of many that run, and of all
 * Postgres on a machine where most sleep.
 */
export const bench: Bench = async (report) => {
  if (process.platform !== 'linux') throw new Error('Memory can only be told exactly on Linux')
  await using ground = await openGround()
  const refs: string[] = []
  const create = async (count: number): Promise<void> => {
    for (let index = 1; index <= count; index += 1) refs.push(await ground.create(`idle ${refs.length + 1}`))
  }
  await create(projects)
  await sleep(settleMs)
  const idle = await memoryMb(ground, (args) => refs.some((ref) => args.some((arg) => arg.includes(ref))))
  report({ figure: `per project among ${projects} idle`, value: idle / projects, unit: 'MB', goal: '<= 8', judges: 'value' })

  await create(more)
  for (const ref of refs.slice(0, asleep)) await fallAsleep(ground.api, ref)
  await sleep(settleMs)
  // the control plane's own server is one of them
  const all = await memoryMb(ground, ([program = '']) => program.startsWith('postgres:') || basename(program) === 'postgres')
  const figure = `Postgres in all, ${refs.length} projects of which ${asleep} sleep`
  report({ figure, value: all, unit: 'MB', goal: '<= 200', judges: 'value' })
}

async function memoryMb(ground: Ground, isCounted: (args: readonly string[]) => boolean): Promise<number> {
  let kilobytes = 0
  for (const { pid, args } of await ground.installation.processes()) {
    if (isCounted(args)) kilobytes += Number(/^Pss:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1])
  }
  return kilobytes / 1024
}
