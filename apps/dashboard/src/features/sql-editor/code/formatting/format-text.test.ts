import { expect, test } from 'vitest'
import { applyEdits } from '../../../../lib/sql-text/edits.ts'
import { formatText } from './format-text.ts'

const format = (text: string) => applyEdits(text, formatText(text).edits)

test('statements are laid out, each on its own', () => {
  expect(format('select a,b from t where a=1 and b=:b;\n\nselect 2')).toBe(
    'select\n  a,\n  b\nfrom\n  t\nwhere\n  a = 1\n  and b = :b;\n\nselect\n  2',
  )
})

test('what follows on the same line gets lines of its own, after a body too', () => {
  expect(format('do $$ begin null; end $$; select 1')).toBe('do $$ begin null; end $$;\n\nselect\n  1')
  expect(format('commit;select 1;   commit; -- why\ncommit')).toBe('commit;\n\nselect\n  1;\n\ncommit; -- why\ncommit')
})

test('MERGE stays as it is written', () => {
  const text = '-- one\nmerge into t using s on t.a = s.a\n  when matched then delete'
  expect(format(text)).toBe(text)
  expect(formatText(text).skipped).toBe(1)
})

test('what it can not read, and what is no SQL, stays', () => {
  const text = "select (((;\n\\d orders\nselect 'never ends"
  expect(format(text)).toBe(text)
  expect(formatText('select (((;select 1').skipped).toBeGreaterThan(0)
})

test('words, constants and comments are never changed', () => {
  const text = `select 'a;  b', $$  x  $$, "My  name", a::int[], b->>'c', d[1:2], :'p' -- why\nfrom t /* which */`
  const formatted = format(text)
  for (const part of ["'a;  b'", '$$  x  $$', '"My  name"', '-- why', '/* which */']) expect(formatted).toContain(part)
  expect(format(formatted)).toBe(formatted)
})
