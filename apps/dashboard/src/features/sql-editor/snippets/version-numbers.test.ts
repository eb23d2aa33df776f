import { expect, test } from 'vitest'
import { versionNumber } from './version-numbers.ts'

test('versions are counted from the oldest that is kept, however often they were saved', () => {
  expect(versionNumber([{ version: 2 }], 2)).toBe(1)
  const versions = [{ version: 41 }, { version: 17 }, { version: 16 }]
  expect(versions.map(({ version }) => versionNumber(versions, version))).toEqual([3, 2, 1])
  expect(versionNumber(versions, 40)).toBeNull()
})
