import { z } from 'zod'
import type { KeptRun } from '../documents/local/browser-database.ts'
import type { DocumentKey } from '../documents/local/local-document.ts'
import type { RunOutput } from '../run/run-state.ts'

/** A run that was not written to the browser's database before its page went. */
export interface LeftRun {
  readonly run: KeptRun
  readonly output: RunOutput
}

/** What is not read again is only carried along. */
const Stored = z.object({
  run: z.object({ id: z.string(), text: z.string(), at: z.number() }).loose(),
  output: z.object({
    sets: z.array(z.object({ cut: z.array(z.tuple([z.string(), z.number()])) }).loose()),
    statements: z.array(z.unknown()),
    notices: z.array(z.unknown()),
  }),
})

const prefixOf = ({ person, ref }: Pick<DocumentKey, 'person' | 'ref'>) => `sql-run:${person}:${ref}:`
const nameOf = (run: Pick<KeptRun, 'person' | 'ref' | 'id'>) => prefixOf(run) + run.id

/** Keeps a run at once, for a page that is about to go: no promise is waited for then. */
export function leaveRun({ run, output }: LeftRun): void {
  const sets = output.sets.map((set) => ({ ...set, cut: [...set.cut] }))
  try {
    localStorage.setItem(nameOf(run), JSON.stringify({ run, output: { ...output, sets } }))
  } catch {
    // without room, a run is not remembered
  }
}

/** The runs that pages left behind. */
export function leftRuns(of: Pick<DocumentKey, 'person' | 'ref'>): readonly LeftRun[] {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(prefixOf(of)))
    return names.flatMap((name) => parse(localStorage.getItem(name)) ?? [])
  } catch {
    return []
  }
}

/** It is in the database now. */
export function forgetLeftRun(run: Pick<KeptRun, 'person' | 'ref' | 'id'>): void {
  try {
    localStorage.removeItem(nameOf(run))
  } catch {
    // what is not there need not go
  }
}

function parse(json: string | null): LeftRun | null {
  try {
    const { run, output } = Stored.parse(JSON.parse(json ?? ''))
    const sets = output.sets.map((set) => ({ ...set, cut: new Map(set.cut) }))
    return { run, output: { ...output, sets } } as unknown as LeftRun
  } catch {
    return null
  }
}
