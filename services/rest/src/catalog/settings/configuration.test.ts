import { expect, test } from 'vitest'
import { configurationOf, defaultSettings, type StoredSettings } from './configuration.ts'

const nothing: StoredSettings = { own: [], roles: [], settable: [], known: [], schemas: ['public', 'extensions', 'api', 'pg_catalog'] }

test('a database that says nothing has the defaults', () => {
  expect(configurationOf(nothing)).toEqual({
    settings: defaultSettings,
    schemas: ['public'],
    extraSearchPath: ['public', 'extensions'],
    roleSettings: new Map(),
    warnings: [],
  })
})

test('every setting of the database is read, and what comes last wins', () => {
  const own = [
    'statement_timeout=8s',
    'pgrst.db_schemas=public',
    'pgrst.db_schemas= api ,public,, api',
    'pgrst.db_extra_search_path=',
    'pgrst.db_max_rows=50',
    'pgrst.db_pre_request=api.check',
    'pgrst.db_aggregates_enabled=true',
    'pgrst.db_plan_enabled=ON',
    'pgrst.db_tx_end=rollback',
    'pgrst.openapi_mode=disabled',
    'pgrst.db_root_spec=api.root',
  ]
  expect(configurationOf({ ...nothing, own })).toEqual({
    settings: {
      maxRows: 50,
      preRequest: 'api.check',
      areAggregatesEnabled: true,
      arePlansEnabled: true,
      transactionEnd: 'rollback',
      rootSpec: 'api.root',
      openApiMode: 'disabled',
    },
    schemas: ['api', 'public'],
    extraSearchPath: [],
    roleSettings: new Map(),
    warnings: [],
  })
})

test.for([
  ['', null],
  ['0', null],
  ['7', 7],
] as const)('at most "%s" rows are %s', ([text, maxRows]) => {
  expect(configurationOf({ ...nothing, own: [`pgrst.max_rows=${text}`] }).settings.maxRows).toBe(maxRows)
})

test('schemas that are missing or belong to Postgres are left out, with a warning', () => {
  const { schemas, warnings } = configurationOf({ ...nothing, own: ['pgrst.db_schema=gone, pg_catalog, api'] })
  expect(schemas).toEqual(['api'])
  expect(warnings).toEqual([
    'The exposed schema "gone" does not exist.',
    'The schema "pg_catalog" cannot be exposed, because it belongs to Postgres.',
  ])
})

test.for(['db_max_rows=many', 'db_max_rows=-1', 'db_aggregates_enabled=perhaps', 'db_tx_end=never', 'openapi_mode=x'])(
  '%s is not used, with a warning',
  (setting) => {
    const { settings, warnings } = configurationOf({ ...nothing, own: [`pgrst.${setting}`] })
    expect(settings).toEqual(defaultSettings)
    expect(warnings).toHaveLength(1)
  },
)

test('of the settings of roles, those that a request may set remain', () => {
  const stored: StoredSettings = {
    ...nothing,
    known: ['statement_timeout', 'log_statement', 'search_path', 'timezone'],
    settable: ['statement_timeout', 'search_path', 'TimeZone'],
    roles: [
      ['anon', 'statement_timeout=3s'],
      ['anon', 'log_statement=all'],
      ['anon', 'search_path=evil'],
      ['anon', 'TimeZone=Europe/Lisbon'],
      ['anon', 'app.plan=a=b'],
      ['anon', 'unknown=1'],
      ['anon', 'statement_timeout=5s'],
      ['other', 'role=postgres'],
    ],
  }
  expect(configurationOf(stored).roleSettings).toEqual(new Map([['anon', { statement_timeout: '5s', TimeZone: 'Europe/Lisbon', 'app.plan': 'a=b' }]]))
})
