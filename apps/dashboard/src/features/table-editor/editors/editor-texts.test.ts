import fc from 'fast-check'
import { expect, test } from 'vitest'
import { base64OfBytes, bytesOfBase64, bytesOfHex, hexOfBytes } from '../../../lib/data-grid/values/bytes-text.ts'
import { nowOf, readMoment, writeMoment } from './moment.ts'
import { shapeOf } from './value-shape.ts'

test('bytes are written in hex and in base64, and read back', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(bytesOfHex(hexOfBytes(bytes))).toEqual(bytes)
      expect(bytesOfBase64(base64OfBytes(bytes))).toEqual(bytes)
    }),
  )
  expect([bytesOfHex('\\xabc'), bytesOfHex('abcd'), bytesOfHex(''), bytesOfBase64('a')]).toEqual([null, null, null, null])
})

test.for([
  '2026-01-31',
  '13:45:00.123456',
  '13:45:00+05:30',
  '2026-01-31 13:45:00',
  '2026-01-31 13:45:00.5+14',
  '0044-03-15 BC',
  '10000-01-01 00:00:00-00:01:15 BC',
])('a part of %s can be changed alone', (text) => {
  const moment = readMoment(text)!
  expect(writeMoment(moment)).toBe(text)
  const later = { ...moment, date: moment.date && '2027-02-03' }
  expect(readMoment(writeMoment(later))).toEqual(later)
})

test('what has no parts stays text', () => {
  expect(['infinity', '', 'yesterday', '1 day'].map(readMoment)).toEqual([null, null, null, null])
})

test('this moment is written as each type has it', () => {
  const now = new Date('2026-01-31T13:45:06.789Z')
  expect(nowOf('timestamptz', now)).toBe('2026-01-31 13:45:06+00')
  for (const format of ['date', 'time', 'timestamp', 'timetz']) expect(readMoment(nowOf(format, now)), format).not.toBeNull()
})

test('the parts of a type are found through domains, as deep as they go', () => {
  const type = (id: number, change: object) => ({
    id,
    name: `t${id}`,
    format: `t${id}`,
    kind: 'plain' as const,
    enums: [],
    inner: null,
    delimiter: ',',
    attributes: [],
    ...change,
  })
  const types = [
    type(1, { kind: 'domain', inner: 2 }),
    type(2, { kind: 'array', inner: 3 }),
    type(3, {
      kind: 'composite',
      attributes: [
        { name: 'a', type: 4 },
        { name: 'self', type: 2 },
      ],
    }),
    type(4, { kind: 'enum', enums: ['x'] }),
  ]
  const shape = shapeOf({ columns: { c: 1 }, types }, 'c')!
  expect([shape.name, shape.kind, shape.inner?.kind]).toEqual(['t1', 'array', 'composite'])
  expect(shape.inner!.attributes.map(({ name, shape: { kind } }) => [name, kind])).toEqual([
    ['a', 'enum'],
    ['self', 'array'],
  ])
  expect(shapeOf({ columns: {}, types }, 'c')).toBeNull()
})
