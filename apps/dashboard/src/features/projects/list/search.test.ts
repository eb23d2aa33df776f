import type { Project, ProjectStatus } from '@colonnade/contracts/projects/projects'
import { describe, expect, test } from 'vitest'
import { findProjects, listPollMs, ProjectSearch, shapeFor } from './search.ts'

function project(name: string, status: ProjectStatus, organization = 'acme', inserted_at = '2026-01-01T00:00:00Z'): Project {
  return {
    ref: `ref-${name}`.toLowerCase().replaceAll(' ', '-'),
    name,
    status,
    sleep: 'awake',
    slept_at: null,
    organization_slug: organization,
    inserted_at,
    parent_project_ref: null,
    is_branch_enabled: false,
    organization_id: '00000000-0000-0000-0000-000000000000',
    region: 'local',
    compute: 'nano',
    driver: 'embedded',
    capabilities: [],
    db_version: null,
    db_host: null,
    db_port: null,
    is_password_unkept: false,
    problem: null,
  }
}

const all = [
  project('shop 10', 'ACTIVE_HEALTHY', 'acme', '2026-01-03T00:00:00Z'),
  project('Shop 9', 'INACTIVE'),
  project('blog', 'UNHEALTHY', 'globex', '2026-01-02T00:00:00Z'),
  project('Archive', 'COMING_UP', 'globex'),
]
const names = (search: ProjectSearch) => findProjects(all, search).map(({ name }) => name)

describe('projects are found', () => {
  test('by every word of name and ref, in whatever case', () => {
    expect(names({ q: 'SHOP' })).toEqual(['Shop 9', 'shop 10'])
    expect(names({ q: ' 10  shop ' })).toEqual(['shop 10'])
    expect(names({ q: 'ref-blog' })).toEqual(['blog'])
    expect(names({ q: 'nothing' })).toEqual([])
  })

  test('by status and organization', () => {
    expect(names({ status: 'attention' })).toEqual(['blog'])
    expect(names({ status: 'changing' })).toEqual(['Archive'])
    expect(names({ status: 'paused', org: 'acme' })).toEqual(['Shop 9'])
    expect(names({ org: 'globex' })).toEqual(['Archive', 'blog'])
    const sleeping: Project = { ...project('wiki', 'ACTIVE_HEALTHY'), sleep: 'asleep' }
    expect(findProjects([...all, sleeping], { status: 'asleep' })).toEqual([sleeping])
    expect(findProjects([sleeping], { status: 'active' })).toEqual([])
  })

  test('in the order of names as people count, of age, or of what needs somebody', () => {
    expect(names({})).toEqual(['Archive', 'blog', 'Shop 9', 'shop 10'])
    expect(names({ sort: 'newest' })).toEqual(['shop 10', 'blog', 'Archive', 'Shop 9'])
    expect(names({ sort: 'status' })).toEqual(['blog', 'Archive', 'shop 10', 'Shop 9'])
  })

  test('and an address with nonsense in it shows them all', () => {
    expect(ProjectSearch.parse({ status: 'nonsense', sort: 7, q: ['x'], org: {} })).toEqual({})
  })

  test('among two thousand in the time of a key press', () => {
    const many = Array.from({ length: 2_000 }, (_, index) => project(`project ${index} ${'x'.repeat(180)}`, 'ACTIVE_HEALTHY'))
    const start = performance.now()
    findProjects(many, { q: 'project 19' })
    findProjects(many, { sort: 'newest' })
    expect(performance.now() - start).toBeLessThan(200)
  })
})

test('a long list is asked for less often, and one that changes sooner', () => {
  const many = Array.from({ length: 2_000 }, (_, index) => project(String(index), 'ACTIVE_HEALTHY'))
  expect(listPollMs(undefined)).toBe(listPollMs([]))
  expect(listPollMs(all)).toBeLessThan(listPollMs(all.slice(0, 1)))
  expect(listPollMs(many)).toBeGreaterThan(listPollMs(all.slice(0, 1)))
})

test('few projects are cards and many are rows, until somebody chooses', () => {
  expect(shapeFor(null, 3)).toBe('cards')
  expect(shapeFor(null, 2_000)).toBe('table')
  expect(shapeFor('cards', 2_000)).toBe('cards')
  expect(shapeFor('table', 1)).toBe('table')
})
