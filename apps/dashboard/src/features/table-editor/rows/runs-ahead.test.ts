import type { QueryReply } from '@colonnade/contracts/data/queries'
import { AppError } from '@colonnade/core'
import { expect, test } from 'vitest'
import { turn } from '../../../lib/late/slices.ts'
import type { SqlRun } from '../../../scope/run-sql.ts'
import { aheadMs } from '../limits.ts'
import { RunsAhead } from './runs-ahead.ts'

/** Answers with the number of the run, once it is told to. */
function open() {
  const asked: { readonly run: SqlRun; readonly settle: (error?: Error) => Promise<void> }[] = []
  const clock = { now: 0 }
  const runs = new RunsAhead(
    (_ref, run) => {
      const answer = Promise.withResolvers<QueryReply>()
      const reply = { results: [], number: asked.length } as unknown as QueryReply
      asked.push({
        run,
        settle: async (error) => {
          if (error === undefined) answer.resolve(reply)
          else answer.reject(error)
          await turn()
        },
      })
      return answer.promise
    },
    () => clock.now,
  )
  return { runs, asked, clock }
}
const rows: SqlRun = { query: 'select 1', row_limit: 100 }

test('a run that was begun ahead is taken once, also while it is on its way; another one is run', async () => {
  const { runs, asked } = open()
  runs.begin('a', rows)
  runs.begin('a', rows)
  const taken = runs.take('a', rows)
  await asked[0]!.settle()
  expect(await taken).toMatchObject({ number: 0 })
  void runs.take('a', rows)
  void runs.take('b', rows)
  expect(asked).toHaveLength(3)
})

test('what has come is seen, for as long as it is as good as fresh and not to be asked again', async () => {
  const { runs, asked, clock } = open()
  runs.begin('a', rows)
  expect(runs.see('a', rows)).toBeNull()
  await asked[0]!.settle()
  expect(runs.see('a', { ...rows, query: 'select 2' })).toBeNull()
  expect(runs.see('a', rows)).toMatchObject({ number: 0 })
  clock.now = aheadMs + 1
  expect(runs.see('a', rows)).toBeNull()
  clock.now = 0
  runs.forget()
  expect(runs.see('a', rows)).toBeNull()
})

test('a failure is heard by who waits for it; later it is asked anew', async () => {
  const { runs, asked } = open()
  runs.begin('a', rows)
  const taken = expect(runs.take('a', rows)).rejects.toMatchObject({ code: 'connection_lost' })
  await asked[0]!.settle(new AppError('connection_lost'))
  await taken
  runs.begin('a', rows)
  await asked[1]!.settle(new AppError('connection_lost'))
  void runs.take('a', rows)
  expect(asked).toHaveLength(3)
})

test('it is stopped when another one begins, and when who has taken it stops', () => {
  const { runs, asked } = open()
  runs.begin('a', rows)
  runs.begin('b', rows)
  expect(asked.map(({ run }) => run.signal?.aborted)).toEqual([true, false])
  const abort = new AbortController()
  void runs.take('b', { ...rows, signal: abort.signal })
  runs.begin('c', rows)
  expect(asked[1]!.run.signal?.aborted).toBe(false)
  abort.abort()
  expect(asked[1]!.run.signal?.aborted).toBe(true)
})

test('who waits for a run is told when it was answered, has failed, or was taken', async () => {
  const { runs, asked } = open()
  const seen: boolean[] = []
  runs.subscribe(() => seen.push(runs.isUnderWay('orders')))
  runs.begin('a', rows, 'orders')
  expect(runs.isUnderWay('customers')).toBe(false)
  await asked[0]!.settle()
  expect(seen).toEqual([true, false])
  runs.forget()
  runs.begin('a', rows, 'orders')
  await asked[1]!.settle(new AppError('query_cancelled'))
  expect(seen.slice(2)).toEqual([false, true, false])
  runs.begin('a', rows, 'orders')
  void runs.take('a', rows)
  expect(seen.slice(5)).toEqual([true, false])
})
