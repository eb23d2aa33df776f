import { expect, test } from 'vitest'
import { foundLine } from './found-line.ts'

test('the line that holds it, whatever the case', () => {
  expect(foundLine('select 1\n  from Orders o\nwhere x', 'orders')).toBe('from Orders o')
  expect(foundLine('select 1', 'nowhere')).toBeNull()
  expect(foundLine(null, 'x')).toBeNull()
  expect(foundLine('x', undefined)).toBeNull()
})

test('a long line is cut around it, never inside of a character', () => {
  const line = foundLine(`${'🏛'.repeat(200)}needle${'y'.repeat(300)}`, 'needle')!
  expect(line).toContain('needle')
  expect(line.startsWith('…') && line.endsWith('…')).toBe(true)
  expect(line.length).toBeLessThanOrEqual(162)
  expect(line.isWellFormed()).toBe(true)
})
