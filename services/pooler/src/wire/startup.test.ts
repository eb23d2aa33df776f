import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Fault } from './fault.ts'
import { cancelBytes, startupBytes, type StartupPacket, StartupReader } from './startup.ts'

const version3 = 196_608
const parameters = [
  ['user', 'postgres.abcdefghijklmnopqrst'],
  ['database', 'd\xc3\xa4ta'],
  ['options', '-c search_path=a'],
] as const
const startup = startupBytes(version3, parameters)
const tls = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
const gss = Buffer.from([0, 0, 0, 8, 4, 210, 22, 48])
const packet = (body: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, body.length + 4]), body])
const startupWith = (body: string) => packet(Buffer.concat([Buffer.from([0, 3, 0, 0]), Buffer.from(body, 'latin1')]))

/** What is read of bytes that come in these chunks: the first packet and what is left, or why it is none. */
function read(chunks: readonly Buffer[]): { packet: StartupPacket | null; rest: string } | { sqlstate: string } {
  const reader = new StartupReader()
  for (const [index, chunk] of chunks.entries()) {
    try {
      const found = reader.push(chunk)
      if (found) return { packet: found, rest: Buffer.concat([reader.rest, ...chunks.slice(index + 1)]).toString('latin1') }
    } catch (error) {
      if (error instanceof Fault) return { sqlstate: error.sqlstate }
      throw error
    }
  }
  return { packet: null, rest: reader.rest.toString('latin1') }
}

describe('a startup packet', () => {
  test('is read wherever its bytes are split, and what follows is left', () => {
    const bytes = Buffer.concat([startup, Buffer.from('more')])
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(read([bytes.subarray(0, at), bytes.subarray(at)])).toEqual({ packet: { kind: 'startup', version: version3, parameters }, rest: 'more' })
    }
    expect(read([...bytes].map((byte) => Buffer.from([byte])))).toMatchObject({ packet: { parameters }, rest: 'more' })
  })

  test('is not there before its last byte', () => {
    for (let at = 0; at < startup.length; at += 1) expect(read([startup.subarray(0, at)])).toMatchObject({ packet: null })
  })

  const whole: readonly [string, Buffer, StartupPacket][] = [
    ['a request for TLS', tls, { kind: 'tls' }],
    ['a request for GSS encryption', gss, { kind: 'gss' }],
    ['a request to cancel', cancelBytes(77, Buffer.from([1, 2, 3, 4])), { kind: 'cancel', processId: 77, secret: Buffer.from([1, 2, 3, 4]) }],
    ['one with the longest secret', cancelBytes(-1, Buffer.alloc(256, 7)), { kind: 'cancel', processId: -1, secret: Buffer.alloc(256, 7) }],
    ['a TLS handshake that came unasked', Buffer.from([0x16, 3, 1, 0]), { kind: 'direct tls' }],
    ['one without parameters', startupWith('\0'), { kind: 'startup', version: version3, parameters: [] }],
  ]
  for (const [name, bytes, expected] of whole) test(name, () => expect(read([bytes])).toMatchObject({ packet: expected }))

  const refused: readonly [string, Buffer, string][] = [
    ['HTTP', Buffer.from('GET / HTTP/1.1\r\n'), '08P01'],
    ['HTTP, by its first letter', Buffer.from('G'), '08P01'],
    ['SSH', Buffer.from('SSH-2.0-OpenSSH'), '08P01'],
    ['a length of nothing', Buffer.from([0, 0, 0, 0]), '08P01'],
    ['a length that leaves no room for a version', Buffer.from([0, 0, 0, 7]), '08P01'],
    ['a packet that is longer than any', Buffer.from([0, 0, 0x27, 0x11]), '08P01'],
    ['a request for TLS with more in it', packet(Buffer.concat([tls.subarray(4), Buffer.from('x')])), '08P01'],
    ['a request to cancel without a secret', cancelBytes(1, Buffer.alloc(0)), '08P01'],
    ['a request to cancel with an endless secret', cancelBytes(1, Buffer.alloc(257)), '08P01'],
    ['protocol 2', packet(Buffer.from([0, 2, 0, 0])), '0A000'],
    ['no end of parameters', startupWith('user\0me\0'), '08P01'],
    ['a name without a value', startupWith('user\0'), '08P01'],
    ['a text without an end', startupWith('user\0me'), '08P01'],
    ['something after the end', startupWith('user\0me\0\0x'), '08P01'],
    ['a user who is somebody else further on', startupWith('user\0me\0user\0you\0\0'), '08P01'],
    ['nothing at all', startupWith(''), '08P01'],
  ]
  for (const [name, bytes, sqlstate] of refused) test(`${name} is refused`, () => expect(read([bytes])).toEqual({ sqlstate }))

  test('whatever comes, however it is split, is read alike or refused', () => {
    const mutated = fc.tuple(fc.constantFrom(startup, tls, gss, cancelBytes(1, Buffer.alloc(4))), fc.nat(), fc.nat(255)).map(([bytes, at, value]) => {
      const copy = Buffer.from(bytes)
      copy[at % copy.length] = value
      return copy
    })
    const noise = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))
    fc.assert(
      fc.property(fc.oneof(mutated, noise), fc.array(fc.nat(200), { maxLength: 5 }), (bytes, cuts) => {
        const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length]
        const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end))
        expect(read(chunks)).toEqual(read([bytes]))
      }),
      { seed: 8, numRuns: 5_000 },
    )
  })

  test('what is written is what is read', () => {
    const text = fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 30 }).filter((value) => !value.includes('\0'))
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(text, text), { selector: ([name]) => name, maxLength: 20 }), (pairs) => {
        expect(read([startupBytes(version3, pairs)])).toEqual({ packet: { kind: 'startup', version: version3, parameters: pairs }, rest: '' })
      }),
      { seed: 8, numRuns: 500 },
    )
  })
})
