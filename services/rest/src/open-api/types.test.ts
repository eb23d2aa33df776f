import { expect, test } from 'vitest'
import { defaultOf, typeOf } from './types.ts'

test.for([
  ['integer', { type: 'integer', format: 'integer' }],
  ['numeric(10,2)', { type: 'number', format: 'numeric' }],
  ['double precision', { type: 'number', format: 'double precision' }],
  ['boolean', { type: 'boolean', format: 'boolean' }],
  ['character varying(40)', { type: 'string', format: 'character varying' }],
  ['timestamp(3) with time zone', { type: 'string', format: 'timestamp with time zone' }],
  ['jsonb', { type: undefined, format: 'jsonb' }],
  ['api.mood', { type: 'string', format: 'api.mood' }],
  ['api."odd(1)"', { type: 'string', format: 'api."odd(1)"' }],
  ['integer[]', { type: 'array', format: 'integer[]', items: { type: 'integer' } }],
  ['numeric(4,1)[]', { type: 'array', format: 'numeric[]', items: { type: 'number' } }],
] as const)('%s', ([type, swagger]) => {
  expect(typeOf(type)).toEqual(swagger)
})

test.for([
  [null, 'text', undefined],
  ["'abc'::text", 'text', 'abc'],
  ["'it''s'::character varying", 'character varying(9)', "it's"],
  ["'happy'::api.mood", 'api.mood', 'happy'],
  ["('a'::text || 'b'::text)", 'text', "('a'::text || 'b'::text)"],
  ["'a'::text || 'b'::text", 'text', "'a'::text || 'b'::text"],
  ['now()', 'timestamp with time zone', 'now()'],
  ['7', 'integer', 7],
  ['true', 'boolean', true],
  ["nextval('s'::regclass)", 'bigint', undefined],
  ["'{}'::text[]", 'text[]', undefined],
  ["'{}'::jsonb", 'jsonb', undefined],
] as const)('the default %s of %s', ([expression, type, value]) => {
  expect(defaultOf(expression, type)).toEqual(value)
})
