import { readList } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import { listRoleTimeouts, setRoleTimeout } from './role-timeouts.ts'

describe.each(await testVersions())('timeouts of roles on Postgres $major', (version) => {
  const database = useDatabase(version)
  const own = { quick: `quick_${crypto.randomUUID()}`, free: `free_${crypto.randomUUID()}` }
  const list = () => readList(database, listRoleTimeouts([own.quick, 'nobody at all', own.free]))
  const timeouts = async () => (await list()).map(({ statement_timeout: timeout }) => timeout)
  beforeAll(() => database.run(`create role "${own.quick}"; create role "${own.free}"; alter role "${own.quick}" set statement_timeout = '3s'`))

  test('are told as they are stored, and of roles that exist', async () => {
    const [quick, free, ...others] = await list()
    expect(quick).toMatchObject({ role: own.quick, statement_timeout: '3s', is_of_database: false })
    expect([free!.role, free!.statement_timeout, others]).toEqual([own.free, null, []])
  })

  test('are changed and taken away where they are stored', async () => {
    const [quick, free] = await list()
    await database.run(setRoleTimeout(free!, '500ms').sql)
    await database.run(`alter role "${own.quick}" in database "${quick!.database}" set statement_timeout = '9s'`)
    expect(await timeouts()).toEqual(['9s', '500ms'])
    const [ofDatabase] = await list()
    expect(ofDatabase!.is_of_database).toBe(true)
    await database.run(setRoleTimeout(ofDatabase!, '0').sql)
    expect(await timeouts()).toEqual(['0', '500ms'])
    await database.run(setRoleTimeout(ofDatabase!, null).sql)
    expect(await timeouts()).toEqual(['3s', '500ms'])
  })
})
