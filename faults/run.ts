import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { killWhileFilesChange } from './files/main.ts'
import { killWhileClientsListen } from './realtime/main.ts'
import { mishaps, operations, planRounds, victims } from './plan.ts'
import { type Outcome, runRounds } from './rounds.ts'

/**
 * npm run faults -- --rounds N --seed S: kills processes, fills the disk, leaves replicas behind and has another tenant flood the platform at seeded moments, and prints what was tried
 * and what was lost. Only root can make a disk that fills. A clock can't jump for some processes alone: that is in tests of their own, of
 * what servers' clocks have written. npm run faults -- --files kills while clients change files of a project, and compares what was acknowledged with
 * what is there; with --realtime, while clients hear of rows, and compares what is committed with what each of them heard. npm run faults -- --points kills the platform at each failpoint of a first start and of a project's life instead, of which `npm test` takes a sample.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    seed: { type: 'string' },
    files: { type: 'boolean', default: false },
    realtime: { type: 'boolean', default: false },
    points: { type: 'boolean', default: false },
  },
})
if (values.points) process.exit(killAtEachPoint())
const rounds = Number(values.rounds)
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed)
if (!Number.isSafeInteger(rounds) || rounds < 1 || !Number.isSafeInteger(seed)) {
  console.error('npm run faults -- [--files | --realtime] --rounds N --seed S, where both are whole numbers')
  process.exit(1)
}
if (values.files || values.realtime) {
  console.log(`Seed ${seed}, ${rounds} rounds`)
  process.exit(await (values.files ? killWhileFilesChange : killWhileClientsListen)(seed, rounds))
}

function killAtEachPoint(): number {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const files = ['e2e/recovery/failpoints.e2e.ts', 'e2e/recovery/first-start.e2e.ts']
  const env = { ...process.env, COLONNADE_TEST_ALL_POINTS: '1' }
  const args = [`${root}node_modules/vitest/vitest.mjs`, 'run', '--project', 'e2e', '--reporter=verbose', ...files]
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env }).status ?? 1
}

function lineOf({ number, operation, victim, delayMs, refused, killed, settledMs, acknowledged, lost, told: measured, faults }: Outcome): string {
  const outcome = settledMs === null ? 'did not settle' : `settled in ${(settledMs / 1_000).toFixed(1)} s`
  const isMishap = mishaps.some((mishap) => mishap === victim)
  const nobody = victim === 'a full disk' ? 'only root can fill a disk' : isMishap ? 'there was none' : 'nobody was there to kill'
  const notes = [...(refused === null ? [] : [`refused (${refused})`]), ...(killed === 0 ? [nobody] : []), ...measured, ...faults]
  const told = notes.length === 0 ? '' : ` · ${notes.join(' · ')}`
  return `${String(number).padStart(3)}  ${operation}, ${victim}${isMishap ? '' : ' killed'} after ${delayMs} ms · ${outcome} · ${acknowledged} rows acknowledged, ${lost} lost${told}`
}

console.log(`Seed ${seed}, ${rounds} rounds`)
const outcomes = await runRounds(planRounds(seed, rounds), (outcome) => console.log(lineOf(outcome)))
const count = (has: (outcome: Outcome) => boolean): number => outcomes.filter(has).length
const bad = count(({ lost, faults, settledMs }) => lost > 0 || faults.length > 0 || settledMs === null)
console.log('')
for (const operation of operations) console.log(`${operation}: ${count((outcome) => outcome.operation === operation && outcome.refused === null)}`)
for (const victim of victims) console.log(`${victim} killed: ${count((outcome) => outcome.victim === victim && outcome.killed > 0)}`)
for (const mishap of mishaps) console.log(`${mishap}: ${count((outcome) => outcome.victim === mishap && outcome.killed > 0)}`)
const lost = outcomes.reduce((sum, outcome) => sum + outcome.lost, 0)
console.log(`${outcomes.at(-1)?.acknowledged ?? 0} rows acknowledged, ${lost} lost; ${bad} of ${rounds} rounds with a fault`)
process.exit(bad === 0 ? 0 : 1)
