import { readList, readOne } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { describe, expect, test } from 'vitest'
import { dropByName } from '../drops/drops.ts'
import { retrieveAggregate } from './aggregates.ts'
import { listFunctionSummaries } from './function-summaries.ts'

const made = [
  `create aggregate sums.longest(text) (sfunc = textcat, stype = text, initcond = 'a''b')`,
  `create aggregate sums."odd ""one"""(*) (sfunc = int8inc, stype = int8, initcond = '0', parallel = safe)`,
  `create aggregate sums.top(a int) (sfunc = int4larger, stype = int, combinefunc = int4larger, sortop = >)`,
  `create aggregate sums.middle(share float8 order by v anyelement) (sfunc = ordered_set_transition, stype = internal, finalfunc = percentile_disc_final, finalfunc_extra)`,
  `create aggregate sums.moving(numeric) (sfunc = numeric_avg_accum, stype = internal, sspace = 128, finalfunc = numeric_avg, combinefunc = numeric_avg_combine,
    serialfunc = numeric_avg_serialize, deserialfunc = numeric_avg_deserialize, msfunc = numeric_avg_accum, minvfunc = numeric_accum_inv,
    mstype = internal, msspace = 128, mfinalfunc = numeric_avg)`,
]

describe.each(await testVersions())('aggregates on Postgres $major', (version) => {
  const database = useDatabase(version)

  test('are listed among functions, dropped like them, and made again by what is told of them', async () => {
    await database.run(`create schema sums; create function sums.f() returns int language sql as 'select 1'; ${made.join(';')}`)
    const list = () => readList(database, listFunctionSummaries({ schema: 'sums' }))
    const catalog = () =>
      database.run(`select to_jsonb(a) - 'aggfnoid' as a, p.proname::text as name, p.proparallel, pg_get_function_arguments(p.oid) as args
        from pg_aggregate a join pg_proc p on p.oid = a.aggfnoid where p.pronamespace = 'sums'::regnamespace order by p.proname`)
    const before = await catalog()
    expect(before).toHaveLength(made.length)
    const all = await list()
    expect(all.find(({ name }) => name === 'f')).toMatchObject({ type: 'function' })
    const aggregates = all.filter(({ type }) => type === 'aggregate')
    expect(aggregates.map(({ name }) => name).sort()).toEqual(['longest', 'middle', 'moving', 'odd "one"', 'top'])
    for (const { id, schema, name, identity_argument_types: args } of aggregates) {
      const { definition } = (await readOne(database, retrieveAggregate({ id })))!
      await database.run(dropByName({ kind: 'aggregate', schema, name, args: [args] }).sql)
      expect(await readOne(database, retrieveAggregate({ id }))).toBeUndefined()
      await database.run(definition)
    }
    expect(await catalog()).toEqual(before)
    expect(await readOne(database, retrieveAggregate({ id: all.find(({ name }) => name === 'f')!.id }))).toBeUndefined()
  })
})
