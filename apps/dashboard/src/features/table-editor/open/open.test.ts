import { expect, test } from 'vitest'
import { OpenParam, openOf, openParam, type Open } from './open.ts'

test.for<Open>([
  { kind: 'none' },
  { kind: 'panel', panel: { kind: 'schema-new' } },
  { kind: 'panel', panel: { kind: 'csv-import', into: 'new' } },
  { kind: 'panel', panel: { kind: 'table-duplicate', table: 16_402 } },
  { kind: 'panel', panel: { kind: 'column-edit', column: 'a "column"' } },
  { kind: 'panel', panel: { kind: 'json', row: '["1","x"]', column: 'data' } },
  { kind: 'confirmation', confirmation: { kind: 'rows-delete', rows: ['["1","x"]'] } },
  { kind: 'confirmation', confirmation: { kind: 'rows-delete', rows: 'matching' } },
  { kind: 'confirmation', confirmation: { kind: 'column-delete', column: 'data' } },
])('what is open is read back from the address: %j', (open) => {
  const param = openParam(open)
  expect(openOf(param === undefined ? undefined : OpenParam.parse(JSON.parse(JSON.stringify(param))))).toEqual(open)
})

test.for([{ kind: 'table-edit' }, { kind: 'json', row: '["1"]' }, { kind: 'rows-delete', rows: [] }, { kind: 'both' }, 'table-new', null])(
  '%j opens nothing',
  (param) => {
    expect(OpenParam.safeParse(param).success).toBe(false)
  },
)
