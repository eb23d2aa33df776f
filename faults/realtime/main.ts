import { planRealtimeRounds, realtimeVictims } from './plan.ts'
import { type RealtimeOutcome, runRealtimeRounds } from './rounds.ts'

/** Runs rounds of kills while clients hear of rows, and prints what was tried and what was missed. Returns how the process should end. */
export async function killWhileClientsListen(seed: number, rounds: number): Promise<number> {
  const outcomes = await runRealtimeRounds(planRealtimeRounds(seed, rounds), (outcome) => console.log(lineOf(outcome)))
  const bad = outcomes.filter(({ faults }) => faults.length > 0).length
  console.log('')
  for (const victim of realtimeVictims)
    console.log(`${victim}: ${outcomes.filter((outcome) => outcome.victim === victim && outcome.killed > 0).length} times`)
  const { acknowledged = 0, committed = 0, heard = 0, ended = 0 } = outcomes.at(-1) ?? {}
  console.log(
    `${acknowledged} rows acknowledged, ${committed} committed, ${heard} heard by clients, who were told ${ended} times that they no longer hear`,
  )
  console.log(`${bad} of ${rounds} rounds with a fault`)
  return bad === 0 ? 0 : 1
}

function lineOf({ number, victim, delayMs, killed, settledMs, acknowledged, heard, ended, faults }: RealtimeOutcome): string {
  const notes = [...(killed === 0 ? ['nobody was there to kill'] : []), ...faults]
  const told = notes.length === 0 ? '' : ` · ${notes.join(' · ')}`
  return `${String(number).padStart(3)}  ${victim} ended after ${delayMs} ms · settled in ${(settledMs / 1_000).toFixed(1)} s · ${acknowledged} rows acknowledged, ${heard} heard, ${ended} times told${told}`
}
