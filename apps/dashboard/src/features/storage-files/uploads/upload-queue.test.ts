import { describe, expect, test } from 'vitest'
import { StorageError } from '../../../scope/storage/storage-error.ts'
import { nextFreeName, totalsOf, unfinishedOf, type UploadItem } from './upload-item.ts'
import { UploadQueue } from './upload-queue.ts'

interface Sending {
  readonly item: UploadItem
  readonly finish: () => void
  readonly fail: (error: Error) => void
}

/** A queue whose sends the test ends one by one. */
function openQueue() {
  const sending: Sending[] = []
  const queue = new UploadQueue((item, { signal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    signal.addEventListener('abort', () => reject(signal.reason as Error))
    sending.push({ item, finish: resolve, fail: reject })
    return promise
  })
  const settled = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  }
  const add = (...paths: string[]) =>
    queue.add(
      'ref',
      'bucket',
      paths.map((path) => ({ path, file: new File(['12345'], path) })),
    )
  return { queue, sending, add, settled, states: () => queue.items().map(({ path, state }) => `${path} ${state}`) }
}
const taken = new StorageError('KeyAlreadyExists', 409, 'The resource already exists')

describe('the queue of uploads', () => {
  test('sends four files at once, the next as one is done', async () => {
    const { sending, add, settled, queue } = openQueue()
    add('1', '2', '3', '4', '5', '6')
    expect(sending.map(({ item }) => item.path)).toEqual(['1', '2', '3', '4'])
    sending[2]!.finish()
    await settled()
    expect(sending.map(({ item }) => item.path)).toEqual(['1', '2', '3', '4', '5'])
    expect(totalsOf(queue.items())).toMatchObject({ all: 6, done: 1, active: 5, bytes: 30, sentBytes: 5 })
  })

  test('breaks off what is under way when it is paused, and begins it again', async () => {
    const { sending, add, settled, queue, states } = openQueue()
    add('1', '2')
    sending[0]!.finish()
    await settled()
    queue.pause()
    await settled()
    expect(states()).toEqual(['1 done', '2 paused'])
    add('3')
    expect(states()).toContain('3 paused')
    queue.resume()
    expect(sending.slice(2).map(({ item }) => item.path)).toEqual(['2', '3'])
  })

  test('asks once about names that are taken', async () => {
    const { sending, add, settled, queue, states } = openQueue()
    add('a.png', 'b.png')
    sending[0]!.fail(taken)
    await settled()
    expect(states()).toEqual(['a.png conflict', 'b.png uploading'])
    queue.settle('keep-both')
    expect(states()[0]).toBe('a (2).png uploading')
    sending[1]!.fail(taken)
    await settled()
    expect(states()[1]).toBe('b (2).png uploading')
    queue.settle('replace')
    sending[2]!.fail(taken)
    await settled()
    expect(sending.at(-1)!.item).toMatchObject({ path: 'a (2).png', isReplacing: true })
  })

  test('leaves out what is to be skipped, and tries again what failed', async () => {
    const { sending, add, settled, queue, states } = openQueue()
    add('a', 'b')
    sending[0]!.fail(taken)
    sending[1]!.fail(new Error('The network is gone'))
    await settled()
    queue.settle('skip')
    expect(states()).toEqual(['a skipped', 'b failed'])
    queue.retry()
    sending[2]!.finish()
    await settled()
    expect(states()).toEqual(['a skipped', 'b done'])
    add('c')
    expect(states()).toEqual(['c uploading'])
  })
})

test.each([
  ['a/photo.jpg', 'a/photo (2).jpg'],
  ['photo (2).jpg', 'photo (3).jpg'],
  ['README', 'README (2)'],
  ['.env', '.env (2)'],
  ['a.b/c', 'a.b/c (2)'],
])('beside %s comes %s', (path, next) => {
  expect(nextFreeName(path)).toBe(next)
})

test('what would be lost with the page is counted by bucket', () => {
  const { queue, add, sending } = openQueue()
  add('1', '2')
  queue.add('ref', 'other', [{ path: '3', file: new File([], '3') }])
  expect(unfinishedOf(queue.items())).toEqual([
    { ref: 'ref', bucket: 'bucket', left: 2, all: 2 },
    { ref: 'ref', bucket: 'other', left: 1, all: 1 },
  ])
  queue.settle('skip')
  sending[0]!.fail(taken)
  return expect.poll(() => unfinishedOf(queue.items())[0]).toEqual({ ref: 'ref', bucket: 'bucket', left: 1, all: 1 })
})
