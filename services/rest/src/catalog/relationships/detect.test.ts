import type { ComputedRelationship, Relationship } from '@colonnade/rest-query'
import { expect, test } from 'vitest'
import { detectRelationships } from './detect.ts'
import type { ForeignKey, Showing } from './showings.ts'

const key = (name: string, from: number, columns: number[], to: number, more: Partial<ForeignKey> = {}): ForeignKey => ({
  name,
  from,
  to,
  columns,
  toColumns: columns.map((_, place) => place + 1),
  isUnique: false,
  ...more,
})

const table = (relation: string, ...names: string[]): Showing => ({
  relation,
  isView: false,
  columns: new Map(names.map((name, place) => [place + 1, [name]])),
})
const view = (relation: string, columns: Record<number, string[]>): Showing => ({
  relation,
  isView: true,
  columns: new Map(Object.entries(columns).map(([number, names]) => [Number(number), names])),
})

interface World {
  readonly keys: ForeignKey[]
  readonly showings: Record<number, Showing[]>
  readonly primaryKeys?: Record<string, string[]>
  readonly computed?: ComputedRelationship[]
}

/** Each relationship as a line, in order. */
function detect({ keys, showings, primaryKeys = {}, computed = [] }: World): string[] {
  const all = Object.values(showings).flat()
  const relations = new Map(all.map(({ relation, isView }) => [relation, { isView, primaryKey: primaryKeys[relation] ?? [] }]))
  const found = detectRelationships(keys, new Map(Object.entries(showings).map(([oid, each]) => [Number(oid), each])), relations, computed)
  return [...found.values()].flat().map(line).sort()
}

const pairs = (columns: readonly (readonly [string, string])[]): string => columns.map(([from, to]) => `${from}=${to}`).join(' ')

function line(relationship: Relationship): string {
  const { from, to, kind, isSelf } = relationship
  const start = `${from} > ${to} ${kind}${isSelf ? ' self' : ''}`
  if (relationship.kind === 'computed') return `${start} by ${relationship.function}`
  const view = relationship.touchesView ? ' (view)' : ''
  if (relationship.kind === 'many-to-many') {
    return `${start} through ${relationship.junction}: ${relationship.constraints.join(' ')}, ${pairs(relationship.fromColumns)}, ${pairs(relationship.toColumns)}${view}`
  }
  return `${start} by ${relationship.constraint}${relationship.isForward ? '' : ' backward'}: ${pairs(relationship.columns)}${view}`
}

test('a foreign key leads both ways', () => {
  const showings = { 1: [table('films', 'id', 'director')], 2: [table('directors', 'id')] }
  expect(detect({ keys: [key('fk', 1, [2], 2)], showings })).toEqual([
    'directors > films one-to-many by fk backward: id=director',
    'films > directors many-to-one by fk: director=id',
  ])
})

test('a unique foreign key is one-to-one both ways', () => {
  const showings = { 1: [table('specs', 'film')], 2: [table('films', 'id')] }
  expect(detect({ keys: [key('fk', 1, [1], 2, { isUnique: true })], showings })).toEqual([
    'films > specs one-to-one by fk backward: id=film',
    'specs > films one-to-one by fk: film=id',
  ])
})

test('columns of a composite key keep their order', () => {
  const showings = { 1: [table('a', 'x', 'y')], 2: [table('b', 'q', 'p')] }
  expect(detect({ keys: [key('fk', 1, [2, 1], 2, { toColumns: [1, 2] })], showings })).toEqual([
    'a > b many-to-one by fk: y=q x=p',
    'b > a one-to-many by fk backward: q=y p=x',
  ])
})

test('a key to its own table leads both ways from it', () => {
  expect(detect({ keys: [key('fk', 1, [2], 1)], showings: { 1: [table('staff', 'id', 'boss')] } })).toEqual([
    'staff > staff many-to-one self by fk: boss=id',
    'staff > staff one-to-many self by fk backward: id=boss',
  ])
})

test('where an end is not exposed, there is no relationship', () => {
  expect(detect({ keys: [key('fk', 1, [1], 2), key('gone', 3, [1], 1)], showings: { 1: [table('a', 'x')] } })).toEqual([])
})

test('views over either side take part, each combination where a column shows twice', () => {
  const showings = {
    1: [table('films', 'id', 'director'), view('films_view', { 2: ['d1', 'd2'] }), view('no_key', { 1: ['id'] })],
    2: [view('people', { 1: ['key'] })],
  }
  expect(detect({ keys: [key('fk', 1, [2], 2)], showings })).toEqual([
    'films > people many-to-one by fk: director=key (view)',
    'films_view > people many-to-one by fk: d1=key (view)',
    'films_view > people many-to-one by fk: d2=key (view)',
    'people > films one-to-many by fk backward: key=director (view)',
    'people > films_view one-to-many by fk backward: key=d1 (view)',
    'people > films_view one-to-many by fk backward: key=d2 (view)',
  ])
})

test('a view that lacks a part of a composite key has no relationship by it', () => {
  const showings = { 1: [view('part', { 1: ['x'] }), view('whole', { 1: ['x'], 2: ['y', 'z'] })], 2: [table('b', 'p', 'q')] }
  expect(detect({ keys: [key('fk', 1, [1, 2], 2)], showings }).filter((each) => each.includes('many-to-one'))).toEqual([
    'whole > b many-to-one by fk: x=p y=q (view)',
    'whole > b many-to-one by fk: x=p z=q (view)',
  ])
})

test('a column that shows absurdly often has no more combinations than anyone could use', () => {
  const names = Array.from({ length: 30 }, (_, place) => `c${place}`)
  const showings = { 1: [view('v', { 1: names, 2: names })], 2: [table('b', 'p', 'q')] }
  expect(detect({ keys: [key('fk', 1, [1, 2], 2)], showings })).toHaveLength(2 * 64)
})

test('a junction joins both of its ends, if its keys are part of its primary key', () => {
  const keys = [key('to_film', 1, [1], 2), key('to_actor', 1, [2], 3), key('to_agent', 1, [3], 4)]
  const showings = {
    1: [table('roles', 'film', 'actor', 'agent')],
    2: [table('films', 'id')],
    3: [table('actors', 'id')],
    4: [table('agents', 'id')],
  }
  const found = detect({ keys, showings, primaryKeys: { roles: ['actor', 'film', 'more'] } })
  expect(found.filter((each) => each.includes('many-to-many'))).toEqual([
    'actors > films many-to-many through roles: to_actor to_film, id=actor, film=id',
    'films > actors many-to-many through roles: to_film to_actor, id=film, actor=id',
  ])
})

test('a junction of one table with itself leads both ways, told apart by the constraints', () => {
  const keys = [key('parent', 1, [1], 2), key('child', 1, [2], 2)]
  const showings = { 1: [table('links', 'p', 'c')], 2: [table('nodes', 'id')] }
  const found = detect({ keys, showings, primaryKeys: { links: ['p', 'c'] } })
  expect(found.filter((each) => each.includes('many-to-many'))).toEqual([
    'nodes > nodes many-to-many self through links: child parent, id=c, p=id',
    'nodes > nodes many-to-many self through links: parent child, id=p, c=id',
  ])
})

test('views can be the ends of a junction, and the junction itself', () => {
  const keys = [key('to_film', 1, [1], 2), key('to_actor', 1, [2], 3)]
  const showings = { 1: [view('roles_view', { 1: ['f'], 2: ['a'] })], 2: [view('films_view', { 1: ['id'] })], 3: [table('actors', 'id')] }
  const found = detect({ keys, showings, primaryKeys: { roles_view: ['f', 'a'] } })
  expect(found.filter((each) => each.includes('many-to-many'))).toEqual([
    'actors > films_view many-to-many through roles_view: to_actor to_film, id=a, f=id (view)',
    'films_view > actors many-to-many through roles_view: to_film to_actor, id=f, a=id (view)',
  ])
})

test('a computed relationship replaces those to the relation of its name, and no others', () => {
  const showings = { 1: [table('api\0films', 'id', 'director', 'writer')], 2: [table('api\0people', 'id')] }
  const computed: ComputedRelationship = {
    kind: 'computed',
    from: 'api\0films',
    to: 'api\0people',
    isSelf: false,
    schema: 'api',
    function: 'people',
    isToOne: true,
  }
  expect(detect({ keys: [key('a', 1, [2], 2), key('b', 1, [3], 2)], showings, computed: [computed] })).toEqual([
    'api\0films > api\0people computed by people',
    'api\0people > api\0films one-to-many by a backward: id=director',
    'api\0people > api\0films one-to-many by b backward: id=writer',
  ])
  const other = { ...computed, function: 'makers' }
  expect(detect({ keys: [key('a', 1, [2], 2)], showings, computed: [other] })).toContain('api\0films > api\0people many-to-one by a: director=id')
})
