import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createImageRenders } from './image-renders.ts'
import { createKeptRenders } from './kept-renders.ts'
import { BadRenderParameter, formatFor, readParameters, readTransformations, writeTransformations } from './parameters.ts'
import { createRenderer, type Renderer } from './renderer.ts'
import { createTurns } from './turns.ts'

let folder: string
let renderer: Renderer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'renders-'))
  renderer = createRenderer()
})
afterAll(async () => {
  await renderer[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#2f8f7a' } })
const placeOf = async (name: string, content: Uint8Array | Promise<Uint8Array>): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, await content)
  return path
}

/** A PNG that says how large it is, and has nothing else. */
function bomb(side: number): Buffer {
  const header = Buffer.concat([Buffer.from('IHDR'), Buffer.alloc(13)])
  header.writeUInt32BE(side, 4)
  header.writeUInt32BE(side, 8)
  header.set([8, 2], 12)
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32BE(13, 0)
  numbers.writeUInt32BE(crc32(header), 4)
  const empty = Buffer.from('00000000494441546300000000', 'hex')
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), numbers.subarray(0, 4), header, numbers.subarray(4), empty])
}

let drafts = 0
async function render(source: string, given: Record<string, unknown>, format: 'origin' | 'webp' | 'avif' = 'webp', by = renderer) {
  const target = join(folder, `render-${++drafts}`)
  const { format: made } = await by.render('a', { target, parameters: readParameters(given), format }, async () => source)
  const { width, height, pageHeight, pages } = await sharp(target, { pages: -1 }).metadata()
  return { made, size: [width, pageHeight ?? height], frames: pages ?? 1 }
}

describe('an image of 400 by 200', () => {
  let source: string
  beforeAll(async () => {
    source = await placeOf('wide.png', picture(400, 200).png().toBuffer())
  })
  test.each([
    [{ width: 100 }, [100, 50]],
    [{ height: 100 }, [200, 100]],
    [{ width: 100, height: 100 }, [100, 100]],
    [{ width: 100, height: 100, resize: 'contain' }, [100, 50]],
    [{ width: 100, height: 100, resize: 'fill' }, [100, 100]],
    [{ width: 2_000, height: 100 }, [400, 100]],
    [{ width: 2_000 }, [400, 200]],
    [{ width: 100, height: 100, gravity: 'soea', x_offset: 10 }, [100, 100]],
    [{}, [400, 200]],
  ])('rendered with %j', async (given, size) => {
    expect(await render(source, given)).toEqual({ made: 'webp', size, frames: 1 })
  })
  test('keeps its format, or becomes AVIF', async () => {
    expect(await render(source, { width: 20 }, 'origin')).toMatchObject({ made: 'png' })
    expect(await render(source, { width: 20 }, 'avif')).toMatchObject({ made: 'avif' })
  })
  test('is cut where gravity and offset say', async () => {
    const halves = picture(400, 200).composite([
      {
        input: await sharp({ create: { width: 200, height: 200, channels: 3, background: '#f00' } })
          .png()
          .toBuffer(),
        left: 200,
        top: 0,
      },
    ])
    const path = await placeOf('halves.png', halves.png().toBuffer())
    const target = join(folder, 'cut')
    const middle = async (given: object): Promise<number> => {
      await renderer.render(
        'a',
        { target, parameters: readParameters({ width: 100, height: 100, quality: 100, ...given }), format: 'origin' },
        async () => path,
      )
      const { data, info } = await sharp(target).raw().toBuffer({ resolveWithObject: true })
      return data[(50 * 100 + 50) * info.channels]!
    }
    expect(await middle({ gravity: 'we' })).toBe(0x2f)
    expect(await middle({ gravity: 'ea' })).toBe(0xff)
    expect(await middle({ gravity: 'we', x_offset: 100 })).toBe(0xff)
  })
})

test('a photo is turned as its camera was held', async () => {
  const path = await placeOf('turned.jpg', picture(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer())
  expect(await render(path, { width: 100 }, 'origin')).toEqual({ made: 'jpeg', size: [100, 200], frames: 1 })
})

test('of an animation the first 60 frames move on', async () => {
  const shades = Array.from({ length: 70 }, (_, index) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background: { r: index * 3, g: 255 - index * 3, b: (index % 2) * 255 } } })
      .png()
      .toBuffer(),
  )
  const path = await placeOf(
    'moving.gif',
    sharp(await Promise.all(shades), { join: { animated: true } })
      .gif({ interFrameMaxError: 0 })
      .toBuffer(),
  )
  expect(await render(path, {}, 'origin')).toEqual({ made: 'gif', size: [8, 8], frames: 60 })
  expect(await render(path, {}, 'avif')).toMatchObject({ frames: 1 })
})

describe('refused is', () => {
  const jpeg = picture(600, 600).jpeg().toBuffer()
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(64)])
  test.each<[string, () => Uint8Array | Promise<Uint8Array>, string]>([
    ['HEIC', () => heic, 'unsupported'],
    ['AVIF without an image', () => Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypavif'), Buffer.alloc(64)]), 'unsupported'],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'unsupported'],
    ['PDF', () => Buffer.from('%PDF-1.4'), 'unsupported'],
    ['a text', () => Buffer.from('hello'), 'unsupported'],
    ['nothing', () => Buffer.alloc(0), 'unsupported'],
    ['an image that was cut short', async () => (await jpeg).subarray(0, 900), 'unsupported'],
    ['a decompression bomb', () => bomb(9_000), 'tooManyPixels'],
  ])('%s', async (_what, content, code) => {
    const path = await placeOf('refused', content())
    await expect(render(path, { width: 10 })).rejects.toMatchObject({ code })
  })
  test('what follows an image does not come along', async () => {
    const path = await placeOf('polyglot.jpg', Buffer.concat([await jpeg, Buffer.from('<script>alert(1)</script>')]))
    await render(path, { width: 10 }, 'origin')
    expect((await readFile(join(folder, `render-${drafts}`))).includes('script')).toBe(false)
  })
  test('what takes too long, and nothing after it', async () => {
    const path = await placeOf('long.png', picture(400, 400).png().toBuffer())
    await using hasty = createRenderer({ processes: 1, waiting: 4, timeMs: 1, idleMs: 1_000 })
    await expect(render(path, {}, 'avif', hasty)).rejects.toMatchObject({ code: 'tooLong' })
    await expect(render(path, {}, 'avif', hasty)).rejects.toMatchObject({ code: 'tooLong' })
  })
})

describe('turns', () => {
  test('go around the owners, those first who have none running', () => {
    const turns = createTurns<string>(10)
    for (const work of ['a1', 'a2', 'a3', 'b1', 'c1']) turns.add(work[0]!, work)
    const order = [
      turns.next(() => false),
      turns.next((owner) => owner === 'b'),
      turns.next(() => false),
      turns.next(() => false),
      turns.next(() => false),
    ]
    expect(order.map((next) => next?.work)).toEqual(['a1', 'c1', 'b1', 'a2', 'a3'])
    expect(turns.next(() => false)).toBeNull()
  })
  test('are lost by those who have most, not by those who come last', () => {
    const turns = createTurns<string>(3)
    expect(['a1', 'a2', 'a3', 'b1', 'a4', 'c1'].map((work) => turns.add(work[0]!, work))).toEqual([null, null, null, 'a3', 'a4', 'a2'])
    expect(turns.size).toBe(3)
  })
})

test('renders are kept within a budget, and made once for all who want them', async () => {
  const path = await placeOf('kept.png', picture(64, 64).png().toBuffer())
  const { size } = await stat(path)
  let made = 0
  const counting: Renderer = {
    render(owner, task, read) {
      made++
      return renderer.render(owner, task, read)
    },
    async [Symbol.asyncDispose]() {},
  }
  const source = (version: string) => ({ ref: 'a', folder: join(folder, 'kept'), version, bytes: size, open: async () => createReadStream(path) })
  const renderImage = createImageRenders(counting, createKeptRenders())
  const small = readParameters({ width: 16 })
  const both = await Promise.all([renderImage(source('v1'), small, 'webp'), renderImage(source('v1'), small, 'webp')])
  expect(both.map(({ isNew }) => isNew)).toEqual([true, false])
  const other = await renderImage(source('v2'), small, 'webp')
  expect(new Set([...both, other].map(({ etag }) => etag)).size).toBe(2)
  expect(made).toBe(2)

  // a restart knows them, and a smaller budget holds one
  const later = createImageRenders(counting, createKeptRenders(both[0].bytes * 2))
  expect(await later(source('v1'), small, 'webp')).toMatchObject({ isNew: false, path: both[0].path })
  await later(source('v1'), readParameters({ width: 15 }), 'webp')
  expect(await stat(other.path).catch(() => null)).toBeNull()
  expect(made).toBe(3)
  await expect(later({ ...source('v1'), bytes: 25 * 1024 * 1024 + 1 }, small, 'webp')).rejects.toMatchObject({ code: 'tooManyBytes' })
})

describe('parameters', () => {
  test.each([
    [
      { width: '3000', height: '99999' },
      { width: 2_000, height: 2_000, quality: 80, resize: 'cover' },
    ],
    [
      { width: '0', quality: '20', gravity: 'north' },
      { width: null, quality: 20, gravity: 'no' },
    ],
    [
      { width: 100.4, format: 'origin' },
      { width: 100, format: 'origin' },
    ],
  ])('%j', (given, expected) => {
    expect(readParameters(given)).toMatchObject(expected)
  })
  test.each([
    [{ width: '-1' }],
    [{ width: 'NaN' }],
    [{ width: '1e9' }],
    [{ width: {} }],
    [{ quality: '19' }],
    [{ quality: '101' }],
    [{ resize: 'crop' }],
    [{ format: 'svg' }],
    [{ gravity: '__proto__' }],
    [{ x_offset: '1.5' }],
  ])('%j is refused', (given) => {
    expect(() => readParameters(given)).toThrow(BadRenderParameter)
  })
  test('come back from a token as they went in', () => {
    const parameters = readParameters({ width: 200, height: 100, resize: 'contain', quality: 50, format: 'avif', gravity: 'so', y_offset: -3 })
    expect(readTransformations(writeTransformations(parameters))).toEqual(parameters)
    expect(writeTransformations(readParameters({ width: 200, height: 100 }))).toBe('height:100,width:200,resize:cover')
    expect(readTransformations('width:50,resizing_type:fit')).toMatchObject({ width: 50, resize: 'contain' })
  })
  test.each([
    [{}, 'image/avif,image/webp,*/*', 'webp'],
    [{}, 'image/webp;q=0, */*', 'origin'],
    [{}, '*/*', 'origin'],
    [{}, undefined, 'origin'],
    [{ format: 'avif' }, 'image/webp', 'avif'],
    [{ format: 'origin' }, 'image/webp', 'origin'],
  ])('%j for a client that takes %s: %s', (given, accept, format) => {
    expect(formatFor(readParameters(given), accept)).toBe(format)
  })
})
