import { expect, test } from 'vitest'
import { nameText, readName } from './name-text.ts'

test('names are read as SQL reads them, and written so that they are read again', () => {
  expect(readName(' pg_catalog . Text_Pattern_Ops ')).toEqual({ schema: 'pg_catalog', name: 'text_pattern_ops' })
  expect(readName('my_diff')).toEqual({ schema: null, name: 'my_diff' })
  for (const name of [
    { schema: 's.x', name: 'a "b' },
    { schema: null, name: 'Größe' },
    { schema: 'public', name: '1st' },
  ]) {
    expect(readName(nameText(name))).toEqual(name)
  }
  for (const text of ['', ' ', 'a b', 'a.b.c', 'a; drop', '"a', 'a.', 'f(x)']) expect([text, readName(text)]).toEqual([text, null])
})
