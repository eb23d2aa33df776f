import { expect, test } from 'vitest'
import { applyEdits } from './edits.ts'
import { findParameters, parameterEdits, parameterProblem, type ParameterValue } from './parameters.ts'

const names = (text: string) => findParameters(text).map(({ name, form }) => (form === 'value' ? name : `${form} ${name}`))

test.each([
  ['select :id, :Name from t where a = :id', ['id', 'Name', 'id']],
  ['select a::int, \':no\', ":no", $$:no$$ -- :no\n/* :no */', []],
  ['select a[1:2], a[lo:hi], a[:hi], (f(x))[1:n], b[1][2:m]', []],
  ['select array[:a, :b], a[array[:c]::int[]]', ['a', 'b', 'c']],
  ['select f(a := 1, b => :b)', ['b']],
  [`select :'text', :"name", :größe`, ['text text', 'name name', 'größe']],
  ['select :a::int, - :b', ['a', 'b']],
  ['\\d :no\nselect :a', ['a']],
  ['select : a, :1, :', []],
])('%s', (text, found) => expect(names(text)).toEqual(found))

const fill = (text: string, values: Record<string, ParameterValue>) =>
  applyEdits(text, parameterEdits(text, findParameters(text), new Map(Object.entries(values))))

test('values are put in as literals', () => {
  expect(
    fill('select :a, :b, :c, :d, :e', {
      a: { kind: 'text', text: "it's \\" },
      b: { kind: 'number', text: ' 1.5 ' },
      c: { kind: 'raw', text: 'now()' },
      d: { kind: 'null', text: '' },
    }),
  ).toBe("select E'it''s \\\\', 1.5, now(), NULL, NULL")
  expect(fill(`select :'a' from :"t"`, { a: { kind: 'number', text: '1' }, t: { kind: 'text', text: 'My table' } })).toBe(
    `select '1' from "My table"`,
  )
})

test('what stands beside a value does not change what it is', () => {
  expect(fill('select 5-:a', { a: { kind: 'number', text: '-3' } })).toBe('select 5-(-3)')
  expect(fill("select e:a, 'x':a", { a: { kind: 'text', text: '\\n' } })).toBe("select e E'\\\\n', 'x' E'\\\\n'")
  expect(fill('select :a::int', { a: { kind: 'text', text: '1' } })).toBe("select '1'::int")
})

test('values that can not be sent are told', () => {
  expect(parameterProblem({ kind: 'number', text: '1; drop table a' })).toMatch('Enter a number')
  expect(parameterProblem({ kind: 'number', text: '-1e3' })).toBeNull()
  expect(parameterProblem({ kind: 'raw', text: ' ' })).toMatch('Enter the SQL')
  expect(parameterProblem({ kind: 'text', text: '\0' })).toMatch('NUL')
  expect(parameterProblem({ kind: 'text', text: '' })).toBeNull()
})
