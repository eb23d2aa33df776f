import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Fault } from '../wire/fault.ts'
import { ClientReader, messageOf } from './client-messages.ts'
import { ReplySplitter } from './reply-splitter.ts'

const splitAt = (bytes: Buffer, cuts: readonly number[]): Buffer[] => {
  const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length]
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end))
}
const cuts = fc.array(fc.nat(400), { maxLength: 8 })

describe('what a server sends', () => {
  const message = fc.tuple(fc.constantFrom('1', '2', 'D', 'T', 'C', 'Z', 'E', 'N'), fc.uint8Array({ maxLength: 50 }))
  test('is divided alike wherever it is split: some is left out, some is put in', () => {
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 12 }), cuts, (messages, places) => {
        const whole = messages.map(([type, body]) => messageOf(type, Buffer.from(body)))
        const wanted = messages.map(([type], index) =>
          Buffer.concat([...(type === '1' || type === 'T' ? [] : [whole[index]!]), ...(type === 'T' || type === 'Z' ? [Buffer.from('in')] : [])]),
        )
        const splitter = new ReplySplitter()
        const seen: string[] = []
        const parts = splitAt(Buffer.concat(whole), places).flatMap((chunk) =>
          splitter.push(Buffer.from(chunk), {
            begins: (type, found) => {
              const letter = String.fromCharCode(type)
              if (letter === 'E' || letter === 'Z') expect(found.length).toBeGreaterThanOrEqual(5)
              return letter !== '1' && letter !== 'T'
            },
            ended: (type) => {
              seen.push(String.fromCharCode(type))
              return seen.at(-1) === 'T' || seen.at(-1) === 'Z' ? Buffer.from('in') : null
            },
          }),
        )
        expect(Buffer.concat(parts).equals(Buffer.concat(wanted))).toBe(true)
        expect(seen).toEqual(messages.map(([type]) => type))
        expect(splitter.isBetweenMessages).toBe(true)
      }),
      { seed: 8, numRuns: 3_000 },
    )
  })
})

describe('what a client sends', () => {
  test('is read alike wherever it is split', () => {
    const message = fc
      .tuple(fc.constantFrom('Q', 'P', 'B', 'D', 'E', 'S', 'd', 'X'), fc.uint8Array({ maxLength: 80 }))
      .map(([type, body]) => messageOf(type, Buffer.from(body)))
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), cuts, (messages, places) => {
        const reader = new ClientReader()
        const found = splitAt(Buffer.concat(messages), places).flatMap((chunk) => reader.push(chunk))
        expect(found.map((each) => each.toString('hex'))).toEqual(messages.map((each) => each.toString('hex')))
      }),
      { seed: 8, numRuns: 3_000 },
    )
  })

  test('garbage is refused, and never anything but refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (bytes) => {
        try {
          new ClientReader().push(Buffer.from(bytes))
        } catch (error) {
          expect(error).toBeInstanceOf(Fault)
        }
      }),
      { seed: 8, numRuns: 3_000 },
    )
    expect(() => new ClientReader().push(Buffer.from('GET /'))).toThrow(expect.objectContaining({ sqlstate: '08P01' }))
    expect(() => new ClientReader().push(Buffer.from([0x51, 0, 0, 0, 3]))).toThrow(expect.objectContaining({ sqlstate: '08P01' }))
    expect(() => new ClientReader().push(Buffer.from([0x51, 0x7f, 0, 0, 0]))).toThrow(expect.objectContaining({ sqlstate: '54000' }))
  })
})
