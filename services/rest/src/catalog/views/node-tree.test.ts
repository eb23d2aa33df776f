import { expect, test } from 'vitest'
import { originsOf } from './node-tree.ts'

const entry = (fields: string, expression = '{VAR :varno 1}'): string => `{TARGETENTRY :expr ${expression} ${fields}}`
const query = (...entries: string[]): string => `({QUERY :commandType 1 :cteList <> :targetList (${entries.join(' ')}) :override 0})`

test('each column has the relation and the number of the one that it shows', () => {
  const tree = query(
    entry(':resno 1 :resname id :ressortgroupref 0 :resorigtbl 16390 :resorigcol 2 :resjunk false'),
    entry(':resno 2 :resname sum :ressortgroupref 0 :resorigtbl 0 :resorigcol 0 :resjunk false'),
    entry(':resno 3 :resname whole :ressortgroupref 0 :resorigtbl 16390 :resorigcol 0 :resjunk false'),
    entry(':resno 4 :resname ctid :ressortgroupref 0 :resorigtbl 16390 :resorigcol -1 :resjunk false'),
    entry(':resno 5 :resname name :ressortgroupref 0 :resorigtbl 4294967295 :resorigcol 1600 :resjunk false'),
  )
  expect(originsOf(tree)).toEqual([[16390, 2], null, null, null, [4294967295, 1600]])
})

test('what only sorts is no column', () => {
  const tree = query(
    entry(':resno 1 :resname id :ressortgroupref 0 :resorigtbl 1 :resorigcol 1 :resjunk false'),
    entry(':resno 2 :resname <> :ressortgroupref 1 :resorigtbl 1 :resorigcol 2 :resjunk true'),
  )
  expect(originsOf(tree)).toEqual([[1, 1]])
})

test('entries of subqueries, before and inside of an entry, are passed over', () => {
  const inner = `{QUERY :targetList (${entry(':resno 1 :resname x :resorigtbl 7 :resorigcol 7 :resjunk false')})}`
  const tree = `({QUERY :rtable ({RANGETBLENTRY :subquery ${inner}}) :targetList (${entry(':resno 1 :resname x :resorigtbl 8 :resorigcol 3 :resjunk false', `{SUBLINK :subselect ${inner}}`)})} {QUERY :targetList (${entry(':resno 2 :resname y :resorigtbl 9 :resorigcol 9 :resjunk false')})})`
  expect(originsOf(tree)).toEqual([[8, 3]])
})

test('braces, spaces and names of fields in names stay names', () => {
  const tree = query(
    entry(
      ':resno 1 :resname a\\}\\{\\ :resorigtbl\\ 5\\ :resjunk\\ true\\\\ :ressortgroupref 0 :resorigtbl 6 :resorigcol 1 :resjunk false',
      '{CONST :name "\\{\\}\\)"}',
    ),
  )
  expect(originsOf(tree)).toEqual([[6, 1]])
})

test.for([
  '',
  '<>',
  '({QUERY :targetList <>})',
  '({QUERY :targetList ({TARGETENTRY :expr {VAR} :a b})})',
  '({QUERY :targetList ({TARGETENTRY :resno 1',
  '}}}',
])('of "%s" nothing is known', (tree) => {
  expect(originsOf(tree)).toEqual([])
})
