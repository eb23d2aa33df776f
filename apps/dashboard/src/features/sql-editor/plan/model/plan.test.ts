import { describe, expect, test } from 'vitest'
import { columnTests } from './conditions.ts'
import { figuresOf, matchPlans } from './compare.ts'
import { findingsOf } from './findings.ts'
import { boxWidth, layoutPlan } from './layout.ts'
import { type Plan, readPlan } from './plan.ts'
import plans from './plans.fixture.json' with { type: 'json' }
import { wordsOf } from './words.ts'

const named = (name: string): Plan => {
  const found = plans.find((plan) => plan.name === name)!
  return readPlan(found.json === null ? found.text : JSON.stringify(found.json))!
}
const node = (plan: Plan, operation: string) => plan.nodes.find((candidate) => candidate.operation === operation)!

describe('reading', () => {
  test.each(plans.filter(({ json }) => json !== null))('$name: text and JSON give the same figures', ({ text, json }) => {
    const figures = (plan: Plan) =>
      plan.nodes.map(({ operation, target, planRows, totalCost, actual, depth, parent, subplan, spilledKb, removedRows, isNeverExecuted }) => [
        [operation, target, planRows, totalCost, actual, depth],
        [parent, subplan, spilledKb, removedRows, isNeverExecuted],
      ])
    expect(figures(readPlan(text)!)).toEqual(figures(readPlan(JSON.stringify(json))!))
  })

  test.each(plans)('$name: every node is explained', ({ text }) => {
    expect(readPlan(text)!.nodes.map(wordsOf)).not.toContain('')
  })

  test.each([
    {
      promise: 'with the frame of psql',
      text: '                 QUERY PLAN                 \n--------------------------------------------\n Limit  (cost=0.00..1.00 rows=1 width=4)\n   ->  Seq Scan on t  (cost=0.00..9.00 rows=9 width=4)\n(2 rows)\n',
    },
    {
      promise: 'indented as a whole',
      text: '    Limit  (cost=0.00..1.00 rows=1 width=4)\n      ->  Seq Scan on t  (cost=0.00..9.00 rows=9 width=4)',
    },
    { promise: 'quoted line by line', text: '"Limit  (cost=0.00..1.00 rows=1 width=4)"\n"  ->  Seq Scan on t  (cost=0.00..9.00 rows=9 width=4)"' },
    { promise: 'without costs', text: 'Limit\n  ->  Seq Scan on t' },
    {
      promise: 'JSON as psql shows it',
      text: '[           +\n  {"Plan": {"Node Type": "Limit", "Plans": [   +\n {"Node Type": "Seq Scan", "Relation Name": "t", "Alias": "t"}]}} +\n]',
    },
  ])('a plan $promise', ({ text }) => {
    expect(readPlan(text)!.nodes.map(({ operation, target }) => [operation, target])).toEqual([
      ['Limit', null],
      ['Seq Scan', 't'],
    ])
  })

  test.each(['', 'hello', 'select 1', '{}', '[]', '[1]', '{"Plan": 1}', 'null', '-- x\nSeq scan', '"', '[{"Plan": {"Node Type": 3}}]'])(
    'is refused of what is no plan: %j',
    (text) => {
      expect(readPlan(text)).toBeNull()
    },
  )

  test('workers, triggers, JIT, settings and planning are told', () => {
    const plan = readPlan(`Update on t  (cost=0.00..9.00 rows=0 width=0) (actual time=1.000..1.000 rows=0.00 loops=1)
  ->  Seq Scan on t  (cost=0.00..9.00 rows=9 width=4) (actual time=0.100..0.500 rows=9.00 loops=1)
Settings: work_mem = '64kB', jit_above_cost = '0'
Planning:
  Buffers: shared hit=3
Planning Time: 0.250 ms
Trigger for constraint t_fkey on t: time=40.000 calls=9
JIT:
  Functions: 4
  Options: Inlining false, Optimization false, Expressions true, Deforming true
  Timing: Generation 0.500 ms (Deform 0.100 ms), Inlining 0.000 ms, Optimization 10.000 ms, Emission 30.000 ms, Total 40.500 ms
Execution Time: 100.000 ms`)!
    expect(plan).toMatchObject({
      planningMs: 0.25,
      executionMs: 100,
      triggers: [{ name: 'constraint t_fkey', relation: 't', ms: 40, calls: 9 }],
      jit: { functions: 4, totalMs: 40.5 },
      settings: { work_mem: '64kB', jit_above_cost: '0' },
    })
    expect(findingsOf(plan).map(({ title }) => title)).toEqual([
      'JIT compilation took 41% of the time',
      'Trigger constraint t_fkey took 40% of the time in 9 calls',
    ])
  })
})

describe('times', () => {
  test('of workers are what passed, not what they add up to', () => {
    const plan = named('workers in detail')
    const scan = node(plan, 'Parallel Seq Scan')
    expect(scan.ms).toBeCloseTo(scan.actual!.totalMs!, 5)
    const own = plan.nodes.reduce((sum, { ownMs }) => sum + ownMs!, 0)
    expect(own).toBeLessThanOrEqual(plan.root.ms! * 1.05)
    expect(plan.nodes.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 1)
  })

  test('of a CTE and of an InitPlan are taken from who asked for them', () => {
    const plan = readPlan(`Hash Join  (cost=0.00..9.00 rows=9 width=4) (actual time=50.000..60.000 rows=9.00 loops=1)
  Hash Cond: (a.x = b.x)
  CTE big
    ->  Seq Scan on t  (cost=0.00..9.00 rows=9 width=4) (actual time=0.000..40.000 rows=9.00 loops=1)
  InitPlan 2
    ->  Seq Scan on u  (cost=0.00..9.00 rows=9 width=4) (actual time=0.000..5.000 rows=1.00 loops=1)
  ->  CTE Scan on big a  (cost=0.00..9.00 rows=9 width=4) (actual time=0.000..42.000 rows=9.00 loops=1)
  ->  Hash  (cost=0.00..9.00 rows=9 width=4) (actual time=8.000..8.000 rows=9.00 loops=1)
        ->  Seq Scan on b  (cost=0.00..9.00 rows=9 width=4) (actual time=0.000..7.000 rows=9.00 loops=1)
              Filter: (x > (InitPlan 2).col1)`)!
    expect(plan.nodes.map(({ operation, target, ownMs }) => [operation, target, ownMs])).toEqual([
      ['Hash Join', null, 10],
      ['Seq Scan', 't', 40],
      ['Seq Scan', 'u', 5],
      ['CTE Scan', 'big a', 2],
      ['Hash', null, 1],
      ['Seq Scan', 'b', 2],
    ])
  })
})

describe('findings', () => {
  const of = (name: string) => findingsOf(named(name)).map(({ title, sql }) => [title, sql])

  test('a scan that keeps few rows asks for an index, its equal columns first', () => {
    expect(findingsOf(named('seq scan that keeps few rows'))).toMatchObject([
      {
        title: expect.stringMatching(/^Reading all of orders for 0 rows of 60,000$/) as string,
        sql: 'create index concurrently on orders (status, total);',
      },
      {
        title: expect.stringMatching(/^The planner expected 1\d\d rows from orders and got 0/) as string,
        sql: expect.stringContaining('create statistics on total, status from orders;\nanalyze orders;') as string,
      },
    ])
  })

  test.each([
    ['sort on disk', 'Sorting didn’t fit in memory: 2.0 MB written to disk', "set work_mem = '8MB';"],
    ['hash in batches', 'The hash table didn’t fit in memory and was split into 16 batches', "set work_mem = '4MB';"],
    ['hash aggregate on disk', 'Grouping didn’t fit in memory', "set work_mem = '4MB';"],
    ['disabled node', 'Seq Scan is used although it’s disabled', null],
  ])('%s', (name, title, sql) => {
    const found = of(name).find(([told]) => told!.startsWith(title))
    expect(found?.[1]).toBe(sql)
  })

  test('a table read again and again asks for an index on what joins it', () => {
    const plan = readPlan(`Nested Loop  (cost=0.00..9.00 rows=2000 width=4) (actual time=1.000..9000.000 rows=2000.00 loops=1)
  Join Filter: (c.id = "o d".customer_id)
  ->  Seq Scan on customers c  (cost=0.00..9.00 rows=2000 width=4) (actual time=0.000..5.000 rows=2000.00 loops=1)
  ->  Seq Scan on "Orders" "o d"  (cost=0.00..9.00 rows=600 width=4) (actual time=0.000..4.000 rows=600.00 loops=2000)
        Filter: ("o d"."a ""b""" = c.x)`)!
    expect(findingsOf(plan)[0]).toMatchObject({ node: 2, sql: 'create index concurrently on "Orders" ("a ""b""");' })
  })

  test('what stops early, or is small, is no mistake of the planner', () => {
    for (const name of ['incremental sort', 'index scan backward', 'never executed', 'odd names', 'recursive', 'partitions']) {
      expect(of(name).filter(([title]) => title!.startsWith('The planner expected'))).toEqual([])
    }
  })
})

test.each([
  ["((status = 'open'::text) AND (o.total > '5'::numeric))", ['status equal', 'total range']],
  ["((status)::text = 'a AND (b'::text)", ['status equal']],
  [`("odd (name)" = 'x'::text)`, ['"odd (name)" equal']],
  ["(lower(o.email) = 'a'::text)", ['(lower(email)) equal']],
  ["((name ~~ 'abc%'::text) AND (note ~~* '%x%'::text))", ['name prefix', 'note contains']],
  ['((a = 1) OR (b = 2))', []],
  ['(c.id = o.customer_id)', []],
  ["(status = ANY ('{a,b}'::text[]))", ['status equal']],
  ['(deleted_at IS NULL)', ['deleted_at equal']],
  ['(NOT is_open)', ['is_open equal']],
  ['(a <> 5)', []],
  ['((id % 2) = 0)', []],
])('columns that %s asks for', (condition, expected) => {
  expect(columnTests(condition, ['orders', 'o']).map(({ indexed, kind }) => `${indexed} ${kind}`)).toEqual(expected)
})

test('boxes of one depth never lie over one another, and parents stand over their children', () => {
  for (const { name } of plans) {
    const plan = named(name)
    const { boxes, width } = layoutPlan(plan)
    for (const row of Map.groupBy(boxes, ({ y }) => y).values()) {
      const xs = row.map(({ x }) => x).sort((a, b) => a - b)
      expect(xs.every((x, at) => at === 0 || x - xs[at - 1]! >= boxWidth)).toBe(true)
    }
    expect(Math.min(...boxes.map(({ x }) => x))).toBe(0)
    for (const { id, children } of plan.nodes) {
      if (children.length > 0) expect(boxes[id]!.x).toBeCloseTo((boxes[children[0]!]!.x + boxes[children.at(-1)!]!.x) / 2)
    }
    expect(width).toBeGreaterThanOrEqual(boxWidth)
  }
})

describe('two plans', () => {
  test('are matched by what is read, though it is read in another way', () => {
    const before = readPlan('Sort  (cost=9.00..10.00 rows=9 width=4)\n  ->  Seq Scan on t x  (cost=0.00..9.00 rows=9 width=4)')!
    const after = readPlan('Limit  (cost=0.00..1.00 rows=9 width=4)\n  ->  Index Scan using i on t x  (cost=0.00..1.00 rows=9 width=4)')!
    expect(matchPlans(before, after).map((pair) => [pair.before?.operation, pair.after?.operation])).toEqual([
      ['Sort', 'Limit'],
      ['Seq Scan', 'Index Scan using i'],
    ])
    expect(figuresOf(after)).toMatchObject({ cost: 1, executionMs: null, hit: null })
  })

  test('a plan that was not run has read nothing that counts, though EXPLAIN tells zeros', () => {
    const zeros = { 'Shared Hit Blocks': 0, 'Shared Read Blocks': 0, 'Temp Read Blocks': 0, 'Temp Written Blocks': 0 }
    const plan = (ran: object) => readPlan(JSON.stringify([{ Plan: { 'Node Type': 'Seq Scan', 'Relation Name': 't', ...zeros, ...ran } }]))!
    expect(figuresOf(plan({}))).toMatchObject({ hit: null, read: null, temp: null, spilledKb: null })
    expect(figuresOf(plan({ 'Actual Rows': 1, 'Actual Loops': 1 }))).toMatchObject({ hit: 0, read: 0, temp: 0, spilledKb: 0 })
  })

  test('are matched past what has come in between, whatever side of a join they stand on', () => {
    const before = readPlan(`Hash Join  (cost=1.00..9.00 rows=9 width=4)
  Hash Cond: (i.c = c.c)
  ->  Seq Scan on invoice i  (cost=0.00..9.00 rows=9 width=4)
  ->  Hash  (cost=0.00..9.00 rows=9 width=4)
        ->  Seq Scan on customer c  (cost=0.00..9.00 rows=9 width=4)`)!
    const after = readPlan(`Merge Join  (cost=1.00..9.00 rows=9 width=4)
  Merge Cond: (c.c = i.c)
  ->  Index Scan using k on customer c  (cost=0.00..9.00 rows=9 width=4)
  ->  Sort  (cost=0.00..9.00 rows=9 width=4)
        ->  Seq Scan on invoice i  (cost=0.00..9.00 rows=9 width=4)`)!
    const matched = (one: Plan, other: Plan) => matchPlans(one, other).map((pair) => [pair.before?.operation, pair.after?.operation])
    expect(matched(before, after)).toEqual([
      ['Hash Join', 'Merge Join'],
      ['Hash', undefined],
      ['Seq Scan', 'Index Scan using k'],
      [undefined, 'Sort'],
      ['Seq Scan', 'Seq Scan'],
    ])
    expect(matched(after, after)).toEqual(after.nodes.map(({ operation }) => [operation, operation]))
  })

  test('tell what only one of them has', () => {
    const before = named('hash join, group and sort')
    const after = named('seq scan that keeps few rows')
    const pairs = matchPlans(before, after)
    expect(pairs.filter((pair) => pair.after === null)).toHaveLength(before.nodes.length - after.nodes.length)
    expect(new Set(pairs.flatMap((pair) => pair.before?.id ?? []))).toEqual(new Set(before.nodes.map(({ id }) => id)))
  })
})
