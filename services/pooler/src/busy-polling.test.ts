import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createBusyPolling } from './busy-polling.ts'

/** A loop, with a clock that only the test moves, and reads of a socket, by ten microseconds each. */
function startLoop(cores: number) {
  let time = 0
  const waiting: (() => void)[] = []
  /** What the next read of a socket finds; undefined for one that only its stream may read. */
  const come = new Map<Socket, Buffer | undefined>()
  const read = (socket: Socket): Buffer | null | undefined => {
    time += 0.01
    const bytes = come.has(socket) ? come.get(socket) : null
    if (bytes) come.delete(socket)
    return bytes
  }
  const io = { read, write: () => true }
  const polling = createBusyPolling({ io, cores, now: () => time, turn: (work) => void waiting.push(work) })
  /** Microseconds of one turn. */
  const turn = (): number => {
    const from = time
    waiting.shift()!()
    return Math.round((time - from) * 1000)
  }
  /** Until it would sleep. */
  const awakeFor = (): number => {
    let asked = 0
    while (waiting.length > 0) asked += turn()
    return asked
  }
  return { polling, turn, awakeFor, come, turns: waiting, pass: (ms: number) => void (time += ms) }
}

const [one, two, server] = [new Socket(), new Socket(), new Socket()]

/** A client that is heard a tenth of a millisecond after it was heard last, which is waited for the next time. */
function settle({ polling, awakeFor, pass }: ReturnType<typeof startLoop>, clients: readonly Socket[] = [one]): void {
  for (const client of clients) polling.heard(client, null)
  for (let packet = 0; packet < 2; packet += 1) {
    awakeFor()
    pass(0.1)
    for (const client of clients) polling.heard(client, null)
  }
}

test('a packet that comes alone is not waited for', () => {
  const { polling, awakeFor, pass } = startLoop(2)
  for (let packet = 0; packet < 10; packet += 1) {
    polling.heard(one, server)
    expect(awakeFor()).toBe(0)
    pass(1)
  }
})

test('the loop stays awake for longer until it meets the next packet, for 200 µs at most', () => {
  const loop = startLoop(2)
  settle(loop)
  expect(loop.awakeFor()).toBe(100)
  loop.pass(0.09)
  loop.polling.heard(one, null)
  // a packet that was met in time changes nothing
  loop.polling.heard(one, null)
  expect(loop.awakeFor()).toBe(200)
})

test('once nothing follows soon, it stays awake for half as long each time, and then not at all', () => {
  const loop = startLoop(2)
  settle(loop)
  loop.awakeFor()
  const times = Array.from({ length: 4 }, () => {
    loop.pass(1)
    loop.polling.heard(one, null)
    return loop.awakeFor()
  })
  expect(times).toEqual([50, 0, 0, 0])
})

test('meanwhile both ends are asked, and what has come is told as their streams tell it', () => {
  const loop = startLoop(2)
  const [client, itsServer] = [new Socket(), new Socket()]
  const heard: string[] = []
  itsServer.on('data', (bytes: Buffer) => {
    heard.push(`server: ${bytes.toString()}`)
    loop.polling.heard(client, itsServer)
    loop.come.set(client, Buffer.from('question'))
  })
  client.on('data', (bytes: Buffer) => heard.push(`client: ${bytes.toString()}`))
  settle(loop, [client])
  loop.polling.heard(client, itsServer)
  loop.come.set(itsServer, Buffer.from('answer'))
  loop.awakeFor()
  expect(heard).toEqual(['server: answer', 'client: question'])
})

test('the event loop gets its turn after a tenth of a millisecond', () => {
  const loop = startLoop(2)
  settle(loop)
  loop.awakeFor()
  loop.pass(0.09)
  loop.polling.heard(one, null)
  for (const time of [100, 100]) {
    expect(loop.turns.length).toBe(1)
    expect(loop.turn()).toBe(time)
  }
  expect(loop.turns).toEqual([])
})

test('an end that only its stream may read is waited for by turns of the event loop', () => {
  const loop = startLoop(2)
  settle(loop)
  loop.come.set(server, undefined)
  loop.polling.heard(one, server)
  expect([loop.turn(), loop.turn()]).toEqual([20, 20])
})

test('packets in a row turn it once, not once each', () => {
  const loop = startLoop(2)
  settle(loop)
  for (let packet = 0; packet < 100; packet += 1) loop.polling.heard(one, null)
  expect(loop.turns.length).toBe(1)
  expect(loop.awakeFor()).toBe(100)
})

test('where as many clients are at work as keep the cores busy, it sleeps', () => {
  const loop = startLoop(2)
  settle(loop)
  loop.polling.heard(two, null)
  expect(loop.awakeFor()).toBe(0)
  // also in the moment when only one of them has been heard again
  loop.pass(0.15)
  loop.polling.heard(one, null)
  expect(loop.awakeFor()).toBe(0)
  // until the other one is gone
  for (let packet = 0; packet < 30; packet += 1) {
    loop.pass(0.1)
    loop.polling.heard(one, null)
  }
  expect(loop.awakeFor()).toBeGreaterThan(0)
})

test('more cores stay awake for more clients, and a single one for none', () => {
  const [four, single] = [startLoop(4), startLoop(1)]
  for (const loop of [four, single]) settle(loop, [one, two])
  expect(four.awakeFor()).toBeGreaterThan(0)
  expect(single.awakeFor()).toBe(0)
})
