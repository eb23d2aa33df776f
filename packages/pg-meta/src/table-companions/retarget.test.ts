import { expect, test } from 'vitest'
import { retarget } from './retarget.ts'

const naming = { qualifiers: new Map([['t', 'T copy']]), columns: new Map([['owner', 'the owner']]) }

test.each([
  [
    'a column of the table in a query',
    '(EXISTS ( SELECT 1 FROM public.m WHERE (m.x = t.id)))',
    '(EXISTS ( SELECT 1 FROM public.m WHERE (m.x = "T copy".id)))',
  ],
  [
    'a renamed column, alone and in a query',
    '((owner = 1) AND (SELECT (t.owner = m.owner) FROM m))',
    '(("the owner" = 1) AND (SELECT ("T copy"."the owner" = m.owner) FROM m))',
  ],
  ['a column behind a query', '((SELECT true AS owner) AND owner)', '((SELECT true AS owner) AND "the owner")'],
  ['a column behind FROM', '(SELECT EXTRACT(year FROM t.owner) FROM m)', '(SELECT EXTRACT(year FROM "T copy"."the owner") FROM m)'],
  ['a whole row', 'f(t.*)', 'f("T copy".*)'],
  [
    'no function, type or table of a schema of that name',
    "(t.f('t.x'::t.mood) AND (SELECT owner FROM t.x JOIN t.y))",
    "(t.f('t.x'::t.mood) AND (SELECT owner FROM t.x JOIN t.y))",
  ],
  ['no function or type of a column’s name', "owner(1) = '1'::owner", "owner(1) = '1'::owner"],
  ['a quoted name', '"owner" = "t"."owner"', '"the owner" = "T copy"."the owner"'],
])('what is printed of one table is said of another: %s', (_, printed, said) => {
  expect(retarget(printed, naming)).toBe(said)
})
