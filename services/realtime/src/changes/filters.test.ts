import { expect, test } from 'vitest'
import { fits, FilterError, listMost, parseFilters } from './filters.ts'

const fit = (filter: string, type: string, value: string | null) => fits(parseFilters(filter)[0]!, type, value)

test('reads filters with lists, quotes and several conditions', () => {
  const one = (column: string, operator: string, values: string[], isNegated = false) => ({ column, operator, values, isNegated })
  expect(parseFilters('id=eq.1')).toEqual([one('id', 'eq', ['1'])])
  expect(parseFilters('id=not.in.(1,"a,b"),name=eq."x,\\"y",a=is.null')).toEqual([
    one('id', 'in', ['1', 'a,b'], true),
    one('name', 'eq', ['x,"y']),
    one('a', 'is', ['null']),
  ])
  expect(parseFilters('a=eq.')).toEqual([one('a', 'eq', [''])])
  for (const bad of ['', 'id', 'id=1', 'id=foo.1', 'id=in.1', 'id=is.maybe', `id=in.(${'1,'.repeat(listMost)}1)`])
    expect(() => parseFilters(bad)).toThrow(FilterError)
})

test('compares what it knows, and leaves the rest to Postgres', () => {
  expect([fit('a=eq.10', 'int8', '10'), fit('a=gt.9', 'int8', '10'), fit('a=lt.9', 'int8', '10'), fit('a=in.(1,10)', 'int4', '10')]).toEqual([
    true,
    true,
    false,
    true,
  ])
  expect([fit('a=not.eq.10', 'int8', '10'), fit('a=not.eq.10', 'int8', null), fit('a=eq.10', 'int8', null), fit('a=neq.1', 'text', null)]).toEqual([
    false,
    false,
    false,
    false,
  ])
  expect([fit('a=is.null', 'text', null), fit('a=not.is.null', 'text', null), fit('a=is.true', 'bool', 't'), fit('a=eq.true', 'bool', 't')]).toEqual([
    true,
    false,
    true,
    true,
  ])
  expect([fit('a=eq.1', 'numeric', '1.00'), fit('a=in.(2,-0.5)', 'numeric', '-0.50'), fit('a=lt.-1.25', 'numeric', '-1.3')]).toEqual([
    true,
    true,
    true,
  ])
  expect([fit('a=gte.10.0', 'numeric', '9.99'), fit('a=neq.1.0', 'numeric', '1'), fit('a=eq.1', 'numeric', 'NaN')]).toEqual([false, false, null])
  const uuid = '0000abcd-0000-4000-8000-00000000000a'
  expect([fit(`a=eq.{0000ABCD0000-4000-8000-00000000000a}`, 'uuid', uuid), fit('a=eq.yes', 'bool', 't'), fit('a=eq.x', 'uuid', uuid)]).toEqual([
    true,
    true,
    null,
  ])
  expect([fit('a=isdistinct.1', 'int4', null), fit('a=isdistinct.1', 'int4', '1')]).toEqual([true, false])
  expect([fit('a=gt.b', 'text', 'c'), fit('a=like.b%', 'text', 'bc'), fit('a=eq.1e1', 'numeric', '10'), fit('a=eq.x', 'int4', '1')]).toEqual([
    null,
    null,
    null,
    null,
  ])
})
