import { expect, test } from 'vitest'
import { statementAt, statementRanges } from './statement-ranges.ts'

const split = (text: string) => statementRanges(text).map(({ from, to }) => text.slice(from, to))

test.each([
  ['select 1; select 2', ['select 1', 'select 2']],
  [' ;; -- nothing\n;', []],
  ['select \';\' /* ; */ || $$;$$ || ";"; b', ['select \';\' /* ; */ || $$;$$ || ";"', 'b']],
  ['-- first\nselect 1 -- and\n;\nb', ['select 1', 'b']],
  ['select count(; select 2', ['select count(', 'select 2']],
  ['create rule r as on insert to t do (a; b); c', ['create rule r as on insert to t do (a; b)', 'c']],
  [
    'create function f() begin atomic select case when a then b end; end; c',
    ['create function f() begin atomic select case when a then b end; end', 'c'],
  ],
  ['\\d orders\nselect 1;\n  \\dt', ['\\d orders', 'select 1', '\\dt']],
  ["copy t from stdin;\n1\t'\n\\.\nselect 1;", ['copy t from stdin', 'select 1']],
  ['begin; end; commit', ['begin', 'end', 'commit']],
  ["select 'never ends; select 2", ["select 'never ends; select 2"]],
  ['', []],
])('%s', (text, statements) => expect(split(text)).toEqual(statements))

test('a statement that is longer than what is read at once is one', () => {
  const long = `select '${'x;'.repeat(200_000)}'`
  expect(split(`select 0; ${long};select 2`)).toEqual(['select 0', long, 'select 2'])
})

test('the statement at the cursor', () => {
  const text = 'select 1; select 2;\n\n-- about\nselect 3;\n'
  const at = (offset: number) => {
    const found = statementAt(statementRanges(text), offset, (from, to) => text.slice(from, to))
    return found && text.slice(found.from, found.to)
  }
  expect(at(0)).toBe('select 1')
  expect(at(9)).toBe('select 1')
  expect(at(10)).toBe('select 2')
  expect(at(19)).toBe('select 2')
  expect(at(20)).toBe('select 3')
  expect(at(24)).toBe('select 3')
  expect(at(text.length)).toBe('select 3')
  expect(statementAt([], 0, () => '')).toBeNull()
})
