import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDecoder, type Decoder } from './decoder.ts'
import { readFrame, statusUpdate } from './frames.ts'
import { lsnText, microsecondsOf, parseLsn, timeOf } from './lsn.ts'
import { bytes, letter, tuple } from './test-bytes.ts'

const at = Date.UTC(2026, 1, 3, 4, 5, 6)
const time = [64, microsecondsOf(at)] as const

const cats = bytes(
  letter('R'),
  [32, 16_400],
  'public',
  'cats',
  letter('d'),
  [16, 3],
  [8, 1],
  'id',
  [32, 23],
  [32, -1],
  [8, 0],
  'name 😀',
  [32, 1043],
  [32, 24],
  [8, 0],
  'tale',
  [32, 25],
  [32, -1],
)

function decoderOf(relation: Buffer): Decoder {
  const decode = createDecoder()
  decode(relation)
  return decode
}

describe('a message of pgoutput', () => {
  test('begins a transaction', () => {
    const message = createDecoder()(bytes(letter('B'), [64, parseLsn('1/2B')], time, [32, 4_000_000_000]))
    expect(message).toEqual({ kind: 'begin', commitLsn: 0x1_0000_002bn, at: new Date(at), xid: 4_000_000_000 })
  })

  test('commits it', () => {
    const message = createDecoder()(bytes(letter('C'), [8, 0], [64, 1n], [64, 2n], time))
    expect(message).toEqual({ kind: 'commit', commitLsn: 1n, endLsn: 2n, at: new Date(at) })
  })

  test('describes a table', () => {
    expect(createDecoder()(cats)).toEqual({
      kind: 'relation',
      oid: 16_400,
      schema: 'public',
      name: 'cats',
      identity: 'default',
      columns: [
        { name: 'id', isKey: true, typeOid: 23, typeModifier: -1 },
        { name: 'name 😀', isKey: false, typeOid: 1043, typeModifier: 24 },
        { name: 'tale', isKey: false, typeOid: 25, typeModifier: -1 },
      ],
    })
    expect(createDecoder()(bytes(letter('R'), [32, 7], '', 'pg_x', letter('n'), [16, 0]))).toMatchObject({
      schema: 'pg_catalog',
      identity: 'nothing',
    })
  })

  test('inserts a row: NULL, empty and text differ', () => {
    const message = decoderOf(cats)(bytes(letter('I'), [32, 16_400], letter('N'), tuple('1', null, '')))
    expect(message).toMatchObject({ kind: 'insert', relation: { name: 'cats' } })
    expect(message.kind === 'insert' && message.row.values()).toEqual(['1', null, ''])
  })

  test.for([
    ['with its key as it was', [], null],
    ['with another key', [letter('K'), tuple('1', null, null)], { isKeyOnly: true, values: ['1', null, null] }],
    ['with the whole old row', [letter('O'), tuple('1', 'Tom', 'long')], { isKeyOnly: false, values: ['1', 'Tom', 'long'] }],
  ] as const)('updates a row %s', ([, old, expected]) => {
    const message = decoderOf(cats)(bytes(letter('U'), [32, 16_400], ...old, letter('N'), tuple('2', 'Täm', undefined)))
    if (message.kind !== 'update') throw new Error(message.kind)
    expect(message.row.values()).toEqual(['2', 'Täm', undefined])
    expect(message.old && { isKeyOnly: message.old.isKeyOnly, values: message.old.row.values() }).toEqual(expected)
  })

  test('deletes a row by its key', () => {
    const message = decoderOf(cats)(bytes(letter('D'), [32, 16_400], letter('K'), tuple('1', null, null)))
    expect(message.kind === 'delete' && message.old.row.value(0)).toBe('1')
  })

  test('empties several tables', () => {
    const decode = decoderOf(cats)
    decode(bytes(letter('R'), [32, 9], 'a', 'b', letter('f'), [16, 0]))
    const message = decode(bytes(letter('T'), [32, 2], [8, 2], [32, 9], [32, 16_400]))
    expect(message).toMatchObject({
      kind: 'truncate',
      relations: [{ oid: 9, identity: 'full' }, { oid: 16_400 }],
      isCascade: false,
      restartsIdentity: true,
    })
  })

  test('names a type, an origin, or says something of its own', () => {
    const decode = createDecoder()
    expect(decode(bytes(letter('Y'), [32, 5], 'x', 'mood'))).toEqual({ kind: 'type', oid: 5, schema: 'x', name: 'mood' })
    expect(decode(bytes(letter('O'), [64, 3], 'elsewhere'))).toEqual({ kind: 'origin', lsn: 3n, name: 'elsewhere' })
    const message = decode(bytes(letter('M'), [8, 1], [64, 3], 'prefix', [32, 2], Buffer.from('hi')))
    expect(message).toEqual({ kind: 'message', isTransactional: true, lsn: 3n, prefix: 'prefix', content: Buffer.from('hi') })
  })

  test('describes a table anew when it was altered', () => {
    const decode = decoderOf(cats)
    decode(bytes(letter('R'), [32, 16_400], 'public', 'dogs', letter('i'), [16, 1], [8, 1], 'id', [32, 20], [32, -1]))
    expect(decode(bytes(letter('I'), [32, 16_400], letter('N'), tuple('1')))).toMatchObject({ relation: { name: 'dogs', identity: 'index' } })
  })
})

describe('what is no message', () => {
  test.for([
    ['of no type', Buffer.alloc(0)],
    ['of an unknown type', letter('Z')],
    ['of a table never described', bytes(letter('I'), [32, 1], letter('N'), tuple('1'))],
    ['with a row that is neither old nor new', bytes(letter('I'), [32, 16_400], letter('X'), tuple('1'))],
    ['with an unknown kind of column', bytes(letter('I'), [32, 16_400], letter('N'), [16, 1], letter('b'))],
    ['with a text longer than the message', bytes(letter('I'), [32, 16_400], letter('N'), [16, 1], letter('t'), [32, 0xffff_ffff])],
    ['with more tables than it has room for', bytes(letter('T'), [32, 0xffff_ffff], [8, 0], [32, 16_400])],
    ['with a name without an end', bytes(letter('Y'), [32, 5], Buffer.from('mood'))],
    ['with an unknown identity', bytes(letter('R'), [32, 5], 'a', 'b', letter('?'), [16, 0])],
  ] as const)('is refused: one %s', ([, message]) => {
    expect(() => decoderOf(cats)(message)).toThrow(RangeError)
  })

  test('is refused at whatever byte a message is cut', () => {
    const whole = bytes(letter('U'), [32, 16_400], letter('K'), tuple('1', null, null), letter('N'), tuple('2', 'Tom', undefined))
    for (let length = 0; length < whole.length; length += 1) expect(() => decoderOf(cats)(whole.subarray(0, length))).toThrow(RangeError)
  })

  test('never does worse than a RangeError', () => {
    fc.assert(
      fc.property(fc.constantFrom(...'BCORYIUDTM'.split('')), fc.uint8Array({ maxLength: 60 }), (type, rest) => {
        try {
          decoderOf(cats)(bytes(letter(type), [32, 16_400], Buffer.from(rest)))
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
        }
      }),
    )
  })
})

describe('a frame', () => {
  test('carries a message', () => {
    expect(readFrame(bytes(letter('w'), [64, 1], [64, 2], time, cats))).toEqual({ kind: 'data', content: cats })
  })

  test('tells how far the server is, and whether it wants to hear from us', () => {
    expect(readFrame(bytes(letter('k'), [64, 255], time, [8, 1]))).toEqual({ kind: 'keepalive', walEnd: 255n, wantsReply: true })
    expect(() => readFrame(letter('x'))).toThrow(RangeError)
    expect(() => readFrame(letter('k'))).toThrow(RangeError)
  })

  test('answers how far we are', () => {
    const done = [64, 0x1_0000_002bn] as const
    expect(statusUpdate(done[1], at)).toEqual(bytes(letter('r'), done, done, done, time, [8, 0]))
  })
})

describe('positions and times', () => {
  test('are those that Postgres prints', () => {
    expect(lsnText(0x16_b374_d848n)).toBe('16/B374D848')
    expect(parseLsn('16/B374D848')).toBe(0x16_b374_d848n)
    expect(timeOf(0n).toISOString()).toBe('2000-01-01T00:00:00.000Z')
    expect(timeOf(microsecondsOf(at)).getTime()).toBe(at)
  })
})
