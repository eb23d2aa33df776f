import { expect, test } from 'vitest'
import { readLines } from './sql-stream.ts'

const streamOf = (...chunks: Uint8Array[]) => new Blob(chunks as BlobPart[]).stream()
const bytes = (text: string) => new TextEncoder().encode(text)

async function collect(body: ReadableStream<Uint8Array>) {
  const found: unknown[] = []
  for await (const event of readLines(body)) found.push(event)
  return found
}

/** Gives each chunk by itself. */
function inPieces(text: string, size: number): ReadableStream<Uint8Array> {
  const all = bytes(text)
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= all.length) return controller.close()
      controller.enqueue(all.slice(at, (at += size)))
    },
  })
}

test('lines are read wherever they are cut, also in the middle of a character', async () => {
  const events = [{ type: 'rows', rows: [['😀 ž\n', null]] }, { type: 'ended' }]
  const text = events.map((event) => `${JSON.stringify(event)}\n`).join('\n')
  expect(await collect(inPieces(text, 1))).toEqual(events)
  expect(await collect(inPieces(text, 7))).toEqual(events)
  expect(await collect(streamOf(bytes(text)))).toEqual(events)
})

test('a stream that breaks off fails', async () => {
  const broken = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes('{"type":"started"}\n{"ty'))
    },
    pull: (controller) => controller.error(new TypeError('network error')),
  })
  await expect(collect(broken)).rejects.toMatchObject({ code: 'unavailable' })
})

test('a stream that says nothing for too long is cut off', async () => {
  const silent = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) })
  await expect(readLines(silent, 5).next()).rejects.toMatchObject({ code: 'unavailable' })
})
