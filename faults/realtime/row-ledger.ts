/** A row, by who wrote it and how many that writer had written before. */
export interface WrittenRow {
  readonly writer: number
  readonly number: number
}

/** What a client heard from the moment that it was subscribed until it was told that it no longer is. */
export interface Session {
  /** Of each writer, the number of the first row that was begun after the client was subscribed. */
  readonly begins: readonly number[]
  readonly heard: WrittenRow[]
  /** Why it is over; null while it isn't. */
  end: string | null
}

/**
 * Compares what a session heard with what is committed, in the order of each writer. From its first row to its last it has heard all of them,
 * once; it begins no later than with the first row that was begun after it was subscribed; and one that goes on has heard the last.
 */
export function faultsOf({ begins, heard, end }: Session, committed: readonly (readonly number[])[]): string[] {
  return committed.flatMap((rows, writer) => {
    const own = heard.filter((row) => row.writer === writer).map(({ number }) => number)
    const first = Math.min(own[0] ?? Infinity, rows.find((number) => number >= begins[writer]!) ?? Infinity)
    // who was told may have missed what was committed just before, and reads it
    const last = end === null ? (rows.at(-1) ?? -1) : (own.at(-1) ?? -1)
    const expected = rows.filter((number) => number >= first && number <= last)
    const at = expected.findIndex((number, index) => own[index] !== number)
    if (at !== -1) return [`row ${expected[at]} of writer ${writer} was committed, and ${own[at] ?? 'nothing'} heard in its place`]
    return own.length > expected.length ? [`row ${own[expected.length]} of writer ${writer} was heard, and isn't committed, or twice`] : []
  })
}
