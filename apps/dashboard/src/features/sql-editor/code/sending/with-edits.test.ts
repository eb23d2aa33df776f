import { AppError } from '@colonnade/core'
import { expect, test } from 'vitest'
import { errorSpan } from '../../run/error-span.ts'
import { noOutput, type SqlPart } from '../../run/run-state.ts'
import { withEdits } from './with-edits.ts'

/** What is marked of a written text, when an error of the sent one is at a word. */
const marked = (written: string, part: SqlPart, word: string) => {
  const found = errorSpan({
    kind: 'failed',
    key: 'a run',
    tookMs: 1,
    options: { rowLimit: 100, timeoutMs: 0 },
    output: noOutput,
    transaction: 'none',
    part,
    error: new AppError('undefined_object', { position: part.text.indexOf(word) + 1 }, { message: 'no' }),
  })
  return found && [written.slice(found.span.from - part.offset, found.span.to - part.offset), found.place.line, found.place.column]
}
const part = (text: string): SqlPart => ({ text, offset: 10, start: { line: 3, column: 1 }, isSelection: true })

test('an error is marked in what was written, not in what was sent', () => {
  const text = 'select :a,\n  bad, :b'
  const sent = withEdits(part(text), [
    { from: 7, to: 9, insert: "'a long value'" },
    { from: 18, to: 20, insert: 'oops' },
  ])
  expect(sent.text).toBe("select 'a long value',\n  bad, oops")
  expect(marked(text, sent, 'bad')).toEqual(['bad', 4, 3])
  expect(marked(text, sent, 'oops')).toEqual([':b', 4, 8])
})

test('also when something was put before it', () => {
  const written = 'select :a, bad'
  const explained: SqlPart = { ...part(`explain ${written}`), insertions: [{ at: 0, length: 8 }] }
  const sent = withEdits(explained, [{ from: 15, to: 17, insert: "'longer'" }])
  expect(sent.text).toBe("explain select 'longer', bad")
  expect(marked(written, sent, 'bad')).toEqual(['bad', 3, 12])
  expect(marked(written, sent, "'longer'")).toEqual([':a', 3, 8])
})
