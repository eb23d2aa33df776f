import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { openGround } from './ground.ts'
import type { Bench } from './measure.ts'

const projects = 50
/** The platform's own connections to a project are closed after 10 s. */
const settleMs = 15_000

/** Memory of idle projects: the proportional set size of all their processes (proc_pid_smaps_rollup). */
export const bench: Bench = async (report) => {
  if (process.platform !== 'linux') throw new Error('Memory can only be told exactly on Linux')
  await using ground = await openGround()
  const refs: string[] = []
  for (let index = 1; index <= projects; index += 1) refs.push(await ground.create(`idle ${index}`))
  await sleep(settleMs)
  let kilobytes = 0
  for (const { pid, args } of await ground.installation.processes()) {
    if (!refs.some((ref) => args.some((arg) => arg.includes(ref)))) continue
    kilobytes += Number(/^Pss:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1])
  }
  report({ figure: `per project among ${projects} idle`, value: kilobytes / 1024 / projects, unit: 'MB', goal: '<= 8', judges: 'value' })
}
