import { maxSnippetBytes } from '@colonnade/contracts/data/snippets'
import { expect, test } from 'vitest'
import { sendable } from './sendable.ts'

test('a text that no snippet holds is not sent', () => {
  const longest = 'x'.repeat(maxSnippetBytes)
  expect(sendable(longest)).toBe(longest)
  expect(() => sendable(`${longest}x`)).toThrow('Larger than 5.00 MB')
})
