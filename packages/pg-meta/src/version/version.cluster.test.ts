import { newestVersion, otherVersions, readOne } from '@colonnade/testing'
import { useDatabase } from '@colonnade/testing/vitest'
import { describe, expect, test } from 'vitest'
import * as version from './version.ts'

// on all of them in every run: each can be started and asked
describe.each([newestVersion, ...(await otherVersions())])('the version on Postgres $major', (engine) => {
  const database = useDatabase(engine)

  test('is what runs there', async () => {
    const row = await readOne(database, version.retrieve())
    expect(row!.version).toMatch(new RegExp(`^PostgreSQL ${engine.major}\\.`))
    expect(Math.floor(row!.version_number / 10_000)).toBe(engine.major)
    const [shown] = await database.run('show max_connections')
    expect(row!.max_connections).toBe(Number(shown!['max_connections']))
  })

  test('comes with the number of connections, which a plain role sees too', async () => {
    await database.run('create role plain_reader login')
    const asPlain = version.retrieve().zod.parse((await database.runAs('plain_reader', version.retrieve().sql))[0])
    const own = await readOne(database, version.retrieve())
    expect(own!.active_connections).toBeGreaterThanOrEqual(1)
    expect(asPlain!.active_connections).toBeGreaterThan(1)
  })
})
