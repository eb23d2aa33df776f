import { expect, test } from 'vitest'
import { buildProblems } from './build-problems.ts'

const paths = ['index.ts', 'lib/a.ts']

test('errors of the bundler are told at their file and line', () => {
  const log = `error: SyntaxError: Expected a semicolon
  |
1 | const x y = 3
  |         ~
    at index.ts:1:9
error: Module not found "nope.ts".
    at lib/a.ts:1:15
error: Import "lodashh" not a dependency
    at file:///lib/a.ts:2:14`
  expect(buildProblems(log, paths)).toEqual([
    { message: 'Expected a semicolon', place: { path: 'index.ts', line: 1, column: 9 } },
    { message: 'Module not found "nope.ts".', place: { path: 'lib/a.ts', line: 1, column: 15 } },
    { message: 'Import "lodashh" not a dependency', place: { path: 'lib/a.ts', line: 2, column: 14 } },
  ])
})

test('an error of the first start is told, at the line where it is known', () => {
  const log = `first
error: Uncaught (in promise) TypeError: no such thing
    at start (ext:core/01_core.js:1:1)
    at file:///index.ts:7:3`
  expect(buildProblems(log, paths)).toEqual([{ message: 'TypeError: no such thing', place: { path: 'index.ts', line: 7, column: 3 } }])
  expect(buildProblems('error: Uncaught Error: no\n    at file:///index.js:7:3', paths)).toEqual([{ message: 'Error: no', place: null }])
  expect(buildProblems('The function printed nothing', paths)).toEqual([])
})
