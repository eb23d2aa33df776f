import { expect, test } from 'vitest'
import { countText } from './count-text.ts'

test('what a list shows is said in words', () => {
  expect(countText(1, 1, 'project')).toBe('1 project')
  expect(countText(2_000, 2_000, 'project')).toBe('2,000 projects')
  expect(countText(12, 2_000, 'project')).toBe('12 of 2,000 projects')
  expect(countText(0, 1, 'organization')).toBe('0 of 1 organization')
})
