import { type FileOutcome, runFileRounds } from './rounds.ts'
import { fileVictims, planFileRounds } from './plan.ts'

/** Runs rounds of kills while files change, and prints what was tried and what was lost. Returns how the process should end. */
export async function killWhileFilesChange(seed: number, rounds: number): Promise<number> {
  const { outcomes, leftovers } = await runFileRounds(seed, planFileRounds(seed, rounds), (outcome) => console.log(lineOf(outcome)))
  const bad = outcomes.filter(({ faults }) => faults.length > 0).length
  console.log('')
  for (const victim of fileVictims)
    console.log(`${victim} killed: ${outcomes.filter((outcome) => outcome.victim === victim && outcome.killed > 0).length}`)
  for (const leftover of leftovers) console.log(leftover)
  if (leftovers.length === 0) console.log('Nothing is left over after a sweep')
  console.log(`${outcomes.at(-1)?.acknowledged ?? 0} changes of files acknowledged; ${bad} of ${rounds} rounds with a fault`)
  return bad + leftovers.length === 0 ? 0 : 1
}

function lineOf({ number, victim, delayMs, killed, settledMs, acknowledged, faults }: FileOutcome): string {
  const notes = [...(killed === 0 ? ['nobody was there to kill'] : []), ...faults]
  const told = notes.length === 0 ? '' : ` · ${notes.join(' · ')}`
  return `${String(number).padStart(3)}  ${victim} killed after ${delayMs} ms · settled in ${(settledMs / 1_000).toFixed(1)} s · ${acknowledged} changes acknowledged${told}`
}
