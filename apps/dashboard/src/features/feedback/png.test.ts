import { expect, test } from 'vitest'
import { messages } from './messages.ts'
import { pngProblem } from './png.ts'

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const megabyte = 1024 * 1024

test('a PNG of up to 10 MB is taken', async () => {
  expect(await pngProblem(new Blob([signature]))).toBeNull()
  expect(await pngProblem(new Blob([signature, new Uint8Array(10 * megabyte - 8)]))).toBeNull()
})

test('a larger image shows its size and the limit', async () => {
  expect(await pngProblem(new Blob([signature, new Uint8Array(10 * megabyte - 7)]))).toBe('The image is 10.0 MB. The limit is 10.0 MB.')
  expect(await pngProblem(new Blob([signature, new Uint8Array(30 * megabyte)]))).toBe('The image is 30.0 MB. The limit is 10.0 MB.')
})

test.each([
  { what: 'a text that calls itself a picture', file: new File(['hello, world'], 'picture.png', { type: 'image/png' }) },
  { what: 'another kind of picture', file: new Blob([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)], { type: 'image/png' }) },
  { what: 'the beginning of a signature', file: new Blob([signature.slice(0, 7)]) },
  { what: 'an empty file', file: new Blob([]) },
  { what: 'a text of 30 MB', file: new Blob([new Uint8Array(30 * megabyte)]) },
])('$what is no PNG', async ({ file }) => {
  expect(await pngProblem(file)).toBe(messages.notPng)
})

test('a file that is gone can not be read', async () => {
  const gone = { size: 8, slice: () => ({ arrayBuffer: () => Promise.reject(new Error('NotReadableError')) }) } as unknown as Blob
  expect(await pngProblem(gone)).toBe(messages.unreadable)
})
