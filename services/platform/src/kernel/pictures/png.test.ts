import { describe, expect, test } from 'vitest'
import { pngOf } from './png.ts'
import { chunk, header, picture, pngSignature } from './test-pictures.ts'

const notPng = expect.objectContaining({ code: 'attachment_not_png' })
const data = chunk('IDAT', Buffer.alloc(4))
const end = chunk('IEND', Buffer.alloc(0))
const made = (...chunks: Buffer[]) => Buffer.concat([pngSignature, ...chunks])

describe('a PNG', () => {
  test('is taken as it is', () => {
    expect(Buffer.from(pngOf(picture())).equals(picture())).toBe(true)
    expect(pngOf(picture(640, 480, 100_000)).length).toBeGreaterThan(100_000)
  })

  test('loses what was hidden after its end', () => {
    expect(pngOf(Buffer.concat([picture(), Buffer.from('<script>alert(1)</script>')])).length).toBe(picture().length)
  })

  test.for<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('just a text in a file called picture.png')],
    ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46])],
    ['the signature alone', pngSignature],
    ['a text after the signature', Buffer.concat([pngSignature, Buffer.from('and now for something completely different')])],
    ['one without a header', made(data, end)],
    ['one whose header comes late', made(chunk('tEXt', Buffer.from('a')), header(2, 2), data, end)],
    ['one without data', made(header(2, 2), end)],
    ['one without an end', made(header(2, 2), data)],
    ['one cut off', picture(100, 100).subarray(0, 100)],
    ['one with a chunk longer than the file', made(header(2, 2), Buffer.from([0xff, 0xff, 0xff, 0xff, 0x49, 0x44, 0x41, 0x54, 0, 0, 0, 0]))],
    ['one of no width', made(header(0, 2), data, end)],
    ['one of a width beyond reason', made(header(100_000, 2), data, end)],
    ['one of too many pixels', made(header(20_000, 20_000), data, end)],
    ['an impossible bit depth', made(header(2, 2, 3), data, end)],
    ['an impossible colour type', made(header(2, 2, 8, 5), data, end)],
  ])('%s is none', ([, bytes]) => {
    expect(() => pngOf(bytes)).toThrow(notPng)
  })

  test('whose header was altered is none', () => {
    const bytes = picture()
    bytes[19] = 9
    expect(() => pngOf(bytes)).toThrow(notPng)
  })
})
