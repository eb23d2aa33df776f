import { type ConnectionTarget, withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { setTimeout as sleep } from 'node:timers/promises'

/** Somebody who writes a numbered row after the other, and remembers each that the database said it has. */
export interface Ledger extends AsyncDisposable {
  /** The last row that was acknowledged. */
  acknowledged(): number
  /** An older state was brought back, whose last row this is. */
  continueAfter(entry: number): void
  /** In another database, whose target it is from now on: with the first row. To be called while it is paused. */
  beginAgain(): Promise<void>
  /** Nothing is written, and nobody is connected, until it is called again with false. */
  pause(isPaused: boolean): Promise<void>
}

/** Where nobody answers, while it is not known where the database is. */
const nowhere: ConnectionTarget = { host: '127.0.0.1', port: 1, user: 'postgres', database: 'postgres' }
/** Between two attempts. */
const retryMs = 25

/** The target is looked up for each connection: a server that comes back may be elsewhere. */
export async function openLedger(target: () => Promise<ConnectionTarget>): Promise<Ledger> {
  let last = 0
  let isClosed = false
  let isPaused = false
  let session: Promise<unknown> = Promise.resolve()
  const begin = async (): Promise<void> => {
    await withClient(await target(), (client) => client.run(sql`create table ledger (entry int primary key)`))
    last = 0
  }
  await begin()
  const write = async (): Promise<void> => {
    for (; !isClosed; await sleep(retryMs)) {
      if (isPaused) continue
      // somebody may be killed
      session = Promise.allSettled([
        withClient(await target().catch(() => nowhere), async (client) => {
          // what was on its way when a connection broke is there or not: both are right
          const row = await client.first<{ top: number }>(sql`select coalesce(max(entry), 0) as top from ledger`)
          for (let next = Math.max(last, row!.top) + 1; !isClosed && !isPaused; next += 1) {
            await client.run(sql`insert into ledger values (${next})`)
            last = next
          }
        }),
      ])
      await session
    }
  }
  const writing = write()
  return {
    acknowledged: () => last,
    continueAfter: (entry) => void (last = entry),
    beginAgain: begin,
    async pause(paused) {
      isPaused = paused
      if (paused) await session
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      await writing
    },
  }
}

/** Rows up to the last that was acknowledged that a database does not have. */
export async function countLost(target: ConnectionTarget, acknowledged: number): Promise<number> {
  const row = await withClient(target, (client) =>
    client.first<{ there: number }>(sql`select count(*)::int as there from ledger where entry <= ${acknowledged}`),
  )
  // numbers are given out in order, each once
  return acknowledged - row!.there
}
