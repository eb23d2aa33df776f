import { AppError } from '@colonnade/core'
import { expect, test } from 'vitest'
import { errorSpan } from './error-span.ts'
import { noOutput } from './run-state.ts'

const failed = (text: string, position: number | undefined, offset = 0, start = { line: 1, column: 1 }) =>
  errorSpan({
    kind: 'failed',
    key: 'a run',
    tookMs: 1,
    options: { rowLimit: 100, timeoutMs: 0 },
    output: noOutput,
    transaction: 'none',
    part: { text, offset, start, isSelection: offset > 0 },
    error: new AppError('undefined_object', position === undefined ? {} : { position, hint: 'Did you mean name?' }, { message: 'no such column' }),
  })

test('an error in a selection is placed in the whole text', () => {
  expect(failed('select nmae', 8, 20, { line: 3, column: 5 })).toEqual({
    message: 'no such column\nDid you mean name?',
    span: { from: 27, to: 31 },
    place: { line: 3, column: 12 },
  })
  expect(failed('select\nnmae', 8, 20, { line: 3, column: 5 })?.place).toEqual({ line: 4, column: 1 })
})

test('an error without a position underlines nothing', () => {
  expect(failed('select 1', undefined)).toBeNull()
  expect(errorSpan({ kind: 'idle' })).toBeNull()
})
