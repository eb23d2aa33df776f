import { expect, test } from 'vitest'
import { cropSide, middleCrop, withinPicture } from './crop.ts'

const wide = { width: 400, height: 100 }

test('as much as fits is shown at first, from the middle', () => {
  expect(middleCrop(wide)).toEqual({ x: 200, y: 50, zoom: 1 })
  expect(cropSide(wide, 1)).toBe(100)
  expect(cropSide(wide, 2)).toBe(50)
})

test.each([
  [
    { x: 0, y: 0, zoom: 1 },
    { x: 50, y: 50, zoom: 1 },
  ],
  [
    { x: 999, y: 999, zoom: 2 },
    { x: 375, y: 75, zoom: 2 },
  ],
  [
    { x: 200, y: 50, zoom: 0 },
    { x: 200, y: 50, zoom: 1 },
  ],
  [
    { x: 200, y: 50, zoom: 99 },
    { x: 200, y: 50, zoom: 5 },
  ],
])('%o is held to %o: no edge comes in', (wanted, kept) => {
  expect(withinPicture(wide, wanted)).toEqual(kept)
})
