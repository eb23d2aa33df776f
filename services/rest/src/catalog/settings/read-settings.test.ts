import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestProject, type TestProject } from '../../testing.ts'
import { readSettings } from './read-settings.ts'

let project: TestProject
beforeAll(async () => {
  project = await openTestProject()
})
afterAll(() => project[Symbol.asyncDispose]())

test('the configuration of a new project has its defaults, and the timeouts of its roles', async () => {
  const { schemas, extraSearchPath, roleSettings, warnings } = await readSettings(project.service)
  expect({ schemas, extraSearchPath, warnings }).toEqual({ schemas: ['public'], extraSearchPath: ['public', 'extensions'], warnings: [] })
  expect(roleSettings).toEqual(
    new Map([
      ['anon', { statement_timeout: '3s' }],
      ['authenticated', { statement_timeout: '8s' }],
    ]),
  )
})

test('what the database says for itself outranks what is said for all, and only settings that the service may set come along', async () => {
  await project.administer(sql`
    create schema "Api.one";
    alter role authenticator set pgrst.db_schemas = 'public, Api.one, gone';
    alter role authenticator in database postgres set pgrst.db_max_rows = '7';
    alter role authenticator set pgrst.db_max_rows = '5';
    alter role anon set default_transaction_isolation = 'serializable';
    alter role anon set log_min_duration_statement = 0;
    alter role anon in database postgres set statement_timeout = '4s';
    alter role postgres set work_mem = '9MB';
  `)
  const { settings, schemas, roleSettings, warnings } = await readSettings(project.service)
  expect(settings.maxRows).toBe(7)
  expect(schemas).toEqual(['public', 'Api.one'])
  expect(warnings).toEqual(['The exposed schema "gone" does not exist.'])
  expect(roleSettings.get('anon')).toEqual({ statement_timeout: '4s', default_transaction_isolation: 'serializable' })
  expect(roleSettings.has('postgres')).toBe(false)
})
