import { readList } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { describe, expect, test } from 'vitest'
import * as config from './config.ts'

describe.each(await testVersions())('settings on Postgres $major', (version) => {
  const database = useDatabase(version)

  test('are all listed, as the session has them', async () => {
    await database.run(`set statement_timeout = '7s'`)
    const settings = await readList(database, config.list())
    const [counted] = await database.run('select count(*)::int as count from pg_settings')
    expect(settings).toHaveLength(Number(counted!['count']))
    expect(settings.find(({ name }) => name === 'integer_datetimes')).toEqual({
      name: 'integer_datetimes',
      setting: 'on',
      category: 'Preset Options',
      group: 'Preset Options',
      subgroup: '',
      unit: null,
      short_desc: 'Shows whether datetimes are integer based.',
      extra_desc: null,
      context: 'internal',
      vartype: 'bool',
      source: 'default',
      min_val: null,
      max_val: null,
      enumvals: null,
      boot_val: 'on',
      reset_val: 'on',
      sourcefile: null,
      sourceline: null,
      pending_restart: false,
    })
    expect(settings.find(({ name }) => name === 'statement_timeout')).toMatchObject({
      setting: '7000',
      unit: 'ms',
      category: 'Client Connection Defaults / Statement Behavior',
      group: 'Client Connection Defaults',
      subgroup: 'Statement Behavior',
    })
    expect(settings.find(({ name }) => name === 'wal_level')!.enumvals).toContain('logical')
  })

  test('come in pages', async () => {
    const all = (await readList(database, config.list())).map(({ name }) => name)
    expect((await readList(database, config.list({ limit: 5, offset: 3 }))).map(({ name }) => name)).toEqual(all.slice(3, 8))
    expect(() => config.list({ limit: -1 })).toThrow('whole numbers')
  })

  test('that a plain role may not see are not in its way', async () => {
    await database.run('create role plain_reader login')
    const rows = config.list().zod.parse(await database.runAs('plain_reader', config.list().sql))
    expect(rows.map(({ name }) => name)).toContain('work_mem')
  })
})
