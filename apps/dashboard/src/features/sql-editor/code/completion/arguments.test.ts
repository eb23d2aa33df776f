import { expect, test } from 'vitest'
import { argumentsOf, namedArguments } from './arguments.ts'

test('arguments are cut at their commas, and named where they have a name', () => {
  expect(argumentsOf("a numeric(10,2), b text DEFAULT ','::text")).toEqual(['a numeric(10,2)', "b text DEFAULT ','::text"])
  const named = namedArguments(
    'integer, double precision, timestamp with time zone, text DEFAULT 1, OUT o text, INOUT "My b" int[], VARIADIC v text[], c timestamptz',
  )
  expect(named).toEqual([
    { name: 'My b', type: 'int[]' },
    { name: 'v', type: 'text[]' },
    { name: 'c', type: 'timestamptz' },
  ])
})
