import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../testing.ts'

let platform: TestPlatform
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform()
  ref = await platform.project('Loaded')
})
afterAll(() => platform[Symbol.asyncDispose]())

const listAs = (who: 'read-only' | 'outsider') => platform.ask(who, 'GET', `/platform/pg-meta/${ref}/loadable-extensions`)

test('members are told which extensions load: those that say so do, and the server offers no others that do', async () => {
  const { status, json } = await listAs('read-only')
  expect(status).toBe(200)
  expect(json).toEqual(expect.arrayContaining(['hstore', 'pgcrypto']))
  const names = json as string[]
  expect(names).toEqual(names.toSorted())
  for (const name of ['plperl', 'pltcl', 'hstore']) {
    const query = `begin; create extension ${name}; rollback`
    const tried = await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/query`, { query })
    expect([name, tried.status === 200]).toEqual([name, names.includes(name)])
  }
})

test('others are not', async () => {
  expect((await listAs('outsider')).status).toBe(404)
})
