import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Fault } from './fault.ts'
import { type CancelKey, Greeting } from './greeting.ts'
import { MessageTracker } from './message-tracker.ts'

const message = (type: string, body: Buffer | string): Buffer => {
  const bytes = Buffer.from(body as string, 'latin1')
  const header = Buffer.alloc(5)
  header.write(type, 'latin1')
  header.writeInt32BE(bytes.length + 4, 1)
  return Buffer.concat([header, bytes])
}
const keyData = (processId: number, secret: string) => {
  const number = Buffer.alloc(4)
  number.writeInt32BE(processId)
  return message('K', Buffer.concat([number, Buffer.from(secret)]))
}
const before = [message('R', '\0\0\0\0'), message('S', 'TimeZone\0UTC\0')]
const ready = message('Z', 'I')
const after = message('T', 'rows')

function pass(chunks: readonly Buffer[], exchange: (key: CancelKey) => CancelKey): Buffer {
  const greeting = new Greeting(exchange)
  const passed: Buffer[] = []
  let isOver = false
  for (const chunk of chunks) {
    if (isOver) passed.push(chunk)
    else {
      const found = greeting.push(chunk)
      passed.push(found.bytes)
      isOver = found.isOver
    }
  }
  return Buffer.concat(passed)
}

describe('a greeting', () => {
  test.each(['abcd', 'a secret of thirty-two characters'])(
    'the key "%s" is exchanged wherever the bytes are split, and nothing else is touched',
    (secret) => {
      const bytes = Buffer.concat([...before, keyData(7, secret), ready, after])
      const mine = 'z'.repeat(secret.length)
      const wanted = Buffer.concat([...before, keyData(99, mine), ready, after])
      for (let at = 0; at <= bytes.length; at += 1) {
        const seen: CancelKey[] = []
        const passed = pass([bytes.subarray(0, at), bytes.subarray(at)], (key) => {
          seen.push(key)
          return { processId: 99, secret: Buffer.from(mine) }
        })
        expect(passed.equals(wanted)).toBe(true)
        expect(seen).toEqual([{ processId: 7, secret: Buffer.from(secret) }])
      }
    },
  )

  test('what comes after it passes, even if it looks like a key', () => {
    const bytes = Buffer.concat([...before, ready, keyData(1, 'none')])
    const refuse = (): never => {
      throw new Error('exchanged')
    }
    expect(pass([bytes], refuse).equals(bytes)).toBe(true)
  })

  test('a question for a password goes on before its answer', () => {
    const question = message('R', '\0\0\0\x0aSCRAM-SHA-256\0\0')
    expect(new Greeting((key) => key).push(question)).toEqual({ bytes: question, isOver: false })
  })

  test('what is no greeting is refused', () => {
    expect(() => new Greeting((key) => key).push(Buffer.from('HTTP/1.1 400'))).toThrow(Fault)
    expect(() => new Greeting((key) => key).push(Buffer.from([0x52, 0, 0, 0, 3]))).toThrow(Fault)
  })
})

describe('the messages of a server are followed', () => {
  test('wherever they are split: between which of them it is, and whether the server is idle', () => {
    const kinds = fc.oneof(
      fc.constantFrom('I', 'T', 'E').map((status) => ({ bytes: message('Z', status), isIdle: status === 'I', type: 'Z' })),
      fc
        .tuple(fc.constantFrom('D', 'C', 'N', 'E', '2'), fc.string({ maxLength: 40 }))
        .map(([type, body]) => ({ bytes: message(type, body), isIdle: false, type })),
    )
    fc.assert(
      fc.property(fc.array(kinds, { minLength: 1, maxLength: 12 }), fc.array(fc.nat(300), { maxLength: 8 }), (messages, cuts) => {
        const bytes = Buffer.concat(messages.map((each) => each.bytes))
        const ends = new Map<number, (typeof messages)[number]>()
        let end = 0
        for (const each of messages) ends.set((end += each.bytes.length), each)
        const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length]
        const tracker = new MessageTracker()
        for (const [index, place] of places.slice(1).entries()) {
          tracker.follow(bytes.subarray(places[index], place))
          const ended = ends.get(place)
          expect(tracker.isBetweenMessages).toBe(place === 0 || ended !== undefined)
          expect(tracker.isIdle).toBe(ended?.isIdle ?? false)
          if (ended) expect(tracker.type).toBe(ended.type.charCodeAt(0))
        }
      }),
      { seed: 8, numRuns: 2_000 },
    )
  })
})
