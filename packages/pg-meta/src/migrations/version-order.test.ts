import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeChanges, placeStatements, timeOfVersion, versionOf } from './version-order.ts'

const change = (asked_at: string) => ({ asked_at })
const recorded = (version: string, created_at: string | null = null) => ({ version, created_at })
const versionsOf = (...args: Parameters<typeof placeChanges>) => placeChanges(...args).map(({ version }) => version)

test('a version is a time in UTC', () => {
  expect(versionOf(new Date('2024-01-31T12:00:00.500Z'))).toBe('20240131120000')
  expect(timeOfVersion('20240131120000')).toBe('2024-01-31T12:00:00.000Z')
  expect([timeOfVersion('20240231120000'), timeOfVersion('1'), timeOfVersion('init')]).toEqual([null, null, null])
})

test('a change has the time at which it was made, before migrations that were recorded since', () => {
  const known = [recorded('20240131110000', '2024-01-31T11:00:00.2Z'), recorded('20240131130000', '2024-01-31T13:00:00.2Z'), recorded('init')]
  expect(placeChanges([change('2024-01-31T12:00:00.5Z')], known)).toEqual([
    { version: '20240131120000', createdAt: '2024-01-31T12:00:00.5Z', changes: [change('2024-01-31T12:00:00.5Z')] },
  ])
})

test('changes with a migration between them are migrations of their own', () => {
  const changes = ['2024-01-31T12:00:09Z', '2024-01-31T12:00:02Z', '2024-01-31T12:00:01Z'].map(change)
  expect(placeChanges(changes, [recorded('20240131120005', '2024-01-31T12:00:05.1Z')])).toMatchObject([
    { version: '20240131120002', changes: [change('2024-01-31T12:00:01Z'), change('2024-01-31T12:00:02Z')] },
    { version: '20240131120009' },
  ])
})

test('within one second, and behind versions that run ahead of the clock, the order is kept', () => {
  const first = recorded('20240131120000', '2024-01-31T12:00:00.1Z')
  const second = recorded('20240131120001', '2024-01-31T12:00:00.7Z')
  expect(versionsOf([change('2024-01-31T12:00:00.05Z')], [first])).toEqual(['20240131115959'])
  expect(versionsOf([change('2024-01-31T12:00:00.5Z')], [first, second])).toEqual(['202401311200005'])
  expect(versionsOf([change('2024-01-31T12:00:00.9Z')], [first, second])).toEqual(['20240131120002'])
})

test('migrations of a clock that is years ahead, or marked as applied later on, hold back nothing', () => {
  const ahead = recorded('20300101000000', '2024-01-31T11:00:00Z')
  const marked = recorded('20230101000000', '2024-02-15T11:00:00Z')
  expect(versionsOf([change('2024-01-31T12:00:00Z')], [ahead, marked])).toEqual(['20240131120000'])
})

test('statements that were run before have the time at which they were, and none where nothing tells it', () => {
  const log = [
    { asked_at: '2024-01-31T12:00:00Z', statement: 'create table album (id int); create index on album (id)' },
    { asked_at: '2024-01-31T13:00:00Z', statement: null },
  ]
  const placed = placeStatements(['create index on album (id);\n'], log, [recorded('20240131140000', '2024-01-31T14:00:00Z')])
  expect(placed).toMatchObject({ version: '20240131120000', createdAt: '2024-01-31T12:00:00Z' })
  expect(placeStatements(['create table artist ()', ''], log, [])).toBeNull()
})

test('whatever happened in whatever order, versions sort as it did', () => {
  const moment = fc.integer({ min: 0, max: 5_000 })
  fc.assert(
    fc.property(fc.uniqueArray(fc.record({ at: moment, isChange: fc.boolean() }), { maxLength: 12, selector: ({ at }) => at }), (events) => {
      const start = Date.parse('2024-01-31T12:00:00Z')
      const iso = (at: number) => new Date(start + at).toISOString()
      const sorted = events.toSorted((a, b) => a.at - b.at)
      const known: { version: string; created_at: string }[] = []
      // as recording does it: the second that it is, or the next that is free
      for (const { at } of sorted.filter(({ isChange }) => !isChange)) {
        const last = known.at(-1)?.version ?? ''
        const own = versionOf(new Date(start + at))
        const next = own > last ? own : versionOf(new Date(Date.parse(timeOfVersion(last)!) + 1_000))
        known.push({ version: next, created_at: iso(at) })
      }
      const placed = placeChanges(
        sorted.filter(({ isChange }) => isChange).map(({ at }) => ({ asked_at: iso(at) })),
        known,
      )
      const all = [
        ...known.map(({ version, created_at: at }) => ({ version, times: [at] })),
        ...placed.map(({ version, changes }) => ({ version, times: changes.map(({ asked_at: at }) => at) })),
      ]
      const replayed = all.toSorted((a, b) => (a.version < b.version ? -1 : 1)).flatMap(({ times }) => times)
      expect(new Set(all.map(({ version }) => version)).size).toBe(all.length)
      expect(replayed).toEqual(sorted.map(({ at }) => iso(at)))
    }),
  )
})
