import type { RestSettings } from '@colonnade/contracts/api/rest-settings'
import { expect, test } from 'vitest'
import { changesOf, namesOf, TypedSettings, typedOf } from './settings-draft.ts'

const saved: RestSettings = {
  db_schema: 'public,api',
  db_extra_search_path: 'public, extensions',
  max_rows: 1_000,
  db_pool: null,
  is_enabled: true,
  allowed_origins: ['*'],
  db_pre_request: '',
  db_aggregates_enabled: false,
  db_plan_enabled: false,
  openapi_mode: 'follow-privileges',
}
const typed = typedOf(saved)
const changes = (change: Partial<TypedSettings>) => changesOf(saved, TypedSettings.parse({ ...typed, ...change }))
const problem = (change: Partial<TypedSettings>) => TypedSettings.safeParse({ ...typed, ...change }).error?.issues[0]?.message

test('names are read as the data API reads them', () => {
  expect(namesOf(' api ,public,, api')).toEqual(['api', 'public'])
  expect(namesOf('')).toEqual([])
})

test('what was not changed is not sent, however it is spelled in the database', () => {
  expect(changes({})).toEqual({})
  expect(changes({ db_schema: 'api, public', db_pool: '20', max_rows: '0' })).toEqual({ db_schema: 'api, public', db_pool: 20, max_rows: 0 })
  expect(changes({ allowed_origins: 'https://app.example.com\n\n http://localhost:3000 ' })).toEqual({
    allowed_origins: ['https://app.example.com', 'http://localhost:3000'],
  })
})

test('a pool that follows the compute size is sent as null', () => {
  expect(changesOf({ ...saved, db_pool: 7 }, TypedSettings.parse({ ...typed, db_pool: '' }))).toEqual({ db_pool: null })
})

test('a saved value that the form would refuse can be replaced', () => {
  expect(changesOf({ ...saved, max_rows: 99_999_999 }, TypedSettings.parse(typed))).toMatchObject({ max_rows: 1_000 })
})

test.for([
  [{ db_schema: '' }, 'Expose at least one schema'],
  [{ max_rows: '-1' }, 'Enter a whole number'],
  [{ max_rows: '1000001' }, 'Use at most 1,000,000'],
  [{ db_pool: '1001' }, 'Use at most 1,000'],
  [{ allowed_origins: ' \n' }, 'Enter at least one origin'],
  [{ allowed_origins: 'https://app.example.com/path' }, 'Use an origin such as https://app.example.com, or *'],
] as const)('%j is refused', ([change, message]) => {
  expect(problem(change)).toBe(message)
})
