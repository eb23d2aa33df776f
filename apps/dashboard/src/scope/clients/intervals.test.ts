import { expect, test } from 'vitest'
import { branchesQuery } from '../branches/branches-query.ts'
import { databasesQuery } from '../database-source/database-queries.ts'
import { organizationProjectsQuery, projectsQuery } from '../queries.ts'

const ref = 'abcdefghijklmnopqrst'
const settled = { status: 'ACTIVE_HEALTHY', sleep: 'awake' }
const comingUp = { status: 'COMING_UP', sleep: 'awake' }
const waking = { status: 'ACTIVE_HEALTHY', sleep: 'waking' }

/** Every list that dots and badges of statuses are drawn from. */
test.each([
  { list: 'branches', query: branchesQuery(ref), changing: [comingUp, waking] },
  { list: 'projects of an organization', query: organizationProjectsQuery('acme'), changing: [comingUp, waking] },
  { list: 'all projects', query: projectsQuery, changing: [comingUp, waking] },
  {
    list: 'databases and replicas',
    query: databasesQuery(ref),
    changing: [comingUp, { status: 'INIT_READ_REPLICA' }, { status: 'RESTORING' }, { status: 'GOING_DOWN' }],
  },
])('the list of $list is fetched again while an entry changes, so that no dot of a passed status stays', ({ query, changing }) => {
  const interval = query.refetchInterval as unknown as (of: { readonly state: object }) => number | false
  const of = (data: readonly object[] | undefined) => interval({ state: { data, error: null } })
  for (const entry of changing) expect(of([settled, entry])).toBe(1_000)
  expect(of(Array.from({ length: 49 }, () => comingUp))).toBe(5_000)
  for (const status of ['ACTIVE_HEALTHY', 'INACTIVE', 'UNHEALTHY']) expect(of([settled, { status, sleep: 'awake' }])).toBe(false)
  expect(of(undefined)).toBe(false)
})
