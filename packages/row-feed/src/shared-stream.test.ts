import type { Lsn, Relation, Replication, ReplicationMessage, Tuple } from '@colonnade/pg'
import { expect, test } from 'vitest'
import { SharedStream } from './shared-stream.ts'
import type { StreamBranch } from './stream-branch.ts'

const begin = (commit: number): ReplicationMessage => ({ kind: 'begin', commitLsn: BigInt(commit), at: new Date(0), xid: commit })
const commit = (at: number): ReplicationMessage => ({ kind: 'commit', commitLsn: BigInt(at), endLsn: BigInt(at + 1), at: new Date(0) })
const change = (name: string): ReplicationMessage => ({ kind: 'insert', relation: { name } as Relation, row: {} as Tuple })

interface Source extends Replication {
  send(...messages: ReplicationMessage[]): void
  fail(error: Error): void
  /** Pieces that nobody has asked for. */
  readonly waiting: number
  readonly isClosed: boolean
}

function sourceFrom(startLsn: Lsn): Source {
  const pieces: (ReplicationMessage[] | Error | null)[] = []
  let passed = Promise.withResolvers<void>()
  let asked: PromiseWithResolvers<void> | undefined
  let isClosed = false
  let isIdle = false
  const add = (piece: ReplicationMessage[] | Error | null): void => {
    pieces.push(piece)
    isIdle = false
    asked?.resolve()
  }
  const close = async (): Promise<void> => {
    isClosed = true
    passed.resolve()
    add(null)
  }
  return {
    slot: '',
    startLsn,
    get waiting() {
      return pieces.length
    },
    get isClosed() {
      return isClosed
    },
    send: (...messages) => add(messages),
    fail: add,
    passed() {
      passed = Promise.withResolvers()
      if (isIdle) passed.resolve()
      return passed.promise
    },
    close,
    [Symbol.asyncDispose]: close,
    async *[Symbol.asyncIterator]() {
      for (;;) {
        if (pieces.length === 0) {
          passed.resolve()
          isIdle = true
          asked = Promise.withResolvers()
          await asked.promise
        }
        const piece = pieces.shift()!
        if (piece === null) return
        if (piece instanceof Error) throw piece
        yield piece
      }
    },
  }
}

/** Reads until the commit of a transaction; each change by its name, with `|` at the ends of transactions. */
async function readUntil(branch: StreamBranch, last: number): Promise<string> {
  const seen: string[] = []
  for await (const messages of branch) {
    for (const message of messages) {
      if (message.kind === 'insert') seen.push(message.relation.name)
      if (message.kind === 'commit') seen.push('|')
    }
    if (messages.some((message) => message.kind === 'commit' && message.commitLsn === BigInt(last))) break
  }
  return seen.join(' ')
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

test('whoever comes in the middle of a transaction hears from the next one on, and the last who leaves closes it', async () => {
  const source = sourceFrom(0n)
  let hasEnded = false
  const stream = new SharedStream([source], () => (hasEnded = true))
  const first = stream.branch()
  source.send(begin(1), change('a'))
  await turn()
  const second = stream.branch()
  source.send(change('b'), commit(1), begin(2), change('c'), commit(2))
  expect(await Promise.all([readUntil(first, 2), readUntil(second, 2)])).toEqual(['a b | c |', 'c |'])
  expect([hasEnded, source.isClosed, stream.isOver]).toEqual([true, true, true])
})

test('transactions of two streams are never mixed', async () => {
  const [one, other] = [sourceFrom(0n), sourceFrom(0n)]
  const branch = new SharedStream([one, other], () => {}).branch()
  one.send(begin(1), change('a'))
  await turn()
  other.send(begin(2), change('x'), commit(2))
  await turn()
  one.send(change('b'), commit(1))
  expect(await readUntil(branch, 2)).toBe('a b | x |')
})

test('another stream goes on where the first has come to, without a gap and without a transaction twice', async () => {
  const before = sourceFrom(0n)
  const stream = new SharedStream([before], () => {})
  const branch = stream.branch()
  before.send(begin(1), change('a'), commit(1))
  const next = sourceFrom(2n)
  // both have what was committed after the second began
  for (const source of [before, next]) source.send(begin(3), change('b'), commit(3))
  await stream.continueWith(next)
  expect(before.isClosed).toBe(true)
  next.send(begin(4), change('c'), commit(4))
  expect(await readUntil(branch, 4)).toBe('a | b | c |')
  expect(next.isClosed).toBe(true)
})

test('whoever is slow holds up the others only when much waits, and loses nothing', async () => {
  const source = sourceFrom(0n)
  const stream = new SharedStream([source], () => {})
  const [slow, quick] = [stream.branch(), stream.branch()]
  for (let at = 1; at <= 20; at += 1) source.send(begin(at), change(String(at)), commit(at))
  expect(await readUntil(quick, 8)).toBe('1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 |')
  await turn()
  expect(source.waiting).toBe(12)
  expect((await readUntil(slow, 20)).split(' | ')).toHaveLength(20)
})

test('a lost stream ends all who follow it, after what they were told', async () => {
  const source = sourceFrom(0n)
  const stream = new SharedStream([source], () => {})
  const branches = [stream.branch(), stream.branch()]
  source.send(begin(1), change('a'), commit(1))
  source.fail(new Error('lost'))
  for (const branch of branches) {
    const iterator = branch[Symbol.asyncIterator]()
    expect((await iterator.next()).value).toHaveLength(3)
    await expect(iterator.next()).rejects.toThrow('lost')
  }
  expect(stream.isOver).toBe(true)
})
