import { expect, test } from 'vitest'
import { applyEdits, spanBeforeEdits } from './edits.ts'

const text = 'select :a, bad from t where x = :b and oops'
const edits = [
  { from: 7, to: 9, insert: "'a longer value'" },
  { from: 32, to: 34, insert: '1' },
]

test('what is replaced is replaced, and the rest stays', () => {
  expect(applyEdits(text, edits)).toBe("select 'a longer value', bad from t where x = 1 and oops")
  expect(applyEdits(text, [])).toBe(text)
})

test('a place in what is sent is found in what was written', () => {
  const sent = applyEdits(text, edits)
  const back = (part: string) => {
    const from = sent.indexOf(part)
    const span = spanBeforeEdits(edits, { from, to: from + part.length })
    return text.slice(span.from, span.to)
  }
  expect(back('bad')).toBe('bad')
  expect(back('oops')).toBe('oops')
  expect(back("'a longer value'")).toBe(':a')
  expect(back('longer')).toBe(':a')
  expect(back('1')).toBe(':b')
  expect(spanBeforeEdits(edits, { from: sent.length, to: sent.length })).toEqual({ from: text.length, to: text.length })
})
