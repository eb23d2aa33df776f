import { expect, test } from 'vitest'
import { shortType } from './short-type.ts'

test.each([
  ['character varying(160)', 'varchar(160)'],
  ['character varying[]', 'varchar[]'],
  ['character(3)', 'char(3)'],
  ['timestamp with time zone', 'timestamptz'],
  ['timestamp(3) with time zone[]', 'timestamptz(3)[]'],
  ['timestamp without time zone', 'timestamp'],
  ['time(0) without time zone', 'time(0)'],
  ['bit varying(8)', 'varbit(8)'],
  ['double precision', 'float8'],
  ['integer', 'integer'],
  ['"character varying"', '"character varying"'],
  ['characters', 'characters'],
  ['s.character', 's.character'],
])('%s is drawn as %s', (type, short) => {
  expect(shortType(type)).toBe(short)
})
