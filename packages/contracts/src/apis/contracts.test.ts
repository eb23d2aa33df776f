import { describe, expect, test } from 'vitest'
import { attachmentLinkSeconds } from '../installation/feedback.ts'
import { notificationsPageSize } from '../installation/notifications.ts'
import { DatabasePassword, Email, Name, Slug } from '../foundation/values.ts'
import { errorsOf } from '../foundation/errors.ts'
import { isAllowed, permissions, roles, rolePermissions } from '../foundation/permissions.ts'
import { listEndpoints, platformApi } from './platform-api.ts'
import { NotificationQuery } from '../installation/notifications.ts'
import { wholeApi } from './whole-api.ts'

const endpoints = listEndpoints(wholeApi)

/** Saved while people type: versions of the text tell who changed what, and when. A favorite is nobody else's business. */
const withHistory = new Set(['snippets.create', 'snippets.update', 'snippets.setFavorite'])
/** How something looks, which is moved many times in a minute. */
const looks = new Set(['diagrams.update', 'diagrams.remove'])
/** Calls that only show something, by a method that the ecosystem's tools have chosen. */
const readings = new Set(['signingKeys.createLegacy'])
/** Tries something, and changes nothing. */
const trials = new Set(['externalServers.test', 'signInTests.begin', 'signInTests.finish', 'authHookCalls.test', 'userImports.check'])

describe('endpoints', () => {
  test('no two share a method and a path', () => {
    const keys = endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/\{\w+\}/g, '{}')}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  test.for(endpoints)('$name names a permission, if it names an organization or a project', ({ endpoint }) => {
    if (/\{(ref|slug)\}/.test(endpoint.path)) expect(endpoint.permission).toBeDefined()
    if (endpoint.permission !== undefined) expect(endpoint.auth).toBe('user')
  })

  test.for(endpoints.filter(({ endpoint }) => endpoint.permission !== undefined && endpoint.method !== 'GET'))(
    '$name is audited, unless it only runs SQL, has a history of its own, is about looks, is a trial or only shows',
    ({ name, endpoint }) => {
      if (endpoint.path.startsWith('/platform/pg-meta/') || [withHistory, looks, trials, readings].some((names) => names.has(name))) return
      expect(endpoint.audit).toMatch(/^\w+\.\w+$/)
    },
  )

  test('errors that follow from the fields are listed', () => {
    expect(errorsOf(platformApi.projects.resetPassword)).toEqual(
      expect.arrayContaining(['invalid_input', 'unauthorized', 'forbidden', 'project_not_found', 'project_not_active', 'cross_site_request']),
    )
  })
})

describe('roles', () => {
  test('each may all that the next lower one may', () => {
    for (const [index, role] of roles.entries()) {
      for (const higher of roles.slice(0, index)) expect(rolePermissions[higher]).toEqual(expect.arrayContaining([...rolePermissions[role]]))
    }
  })

  test('a reader changes nothing', () => {
    expect(permissions.filter((permission) => isAllowed(rolePermissions['read-only'], permission))).toEqual([
      'organizations:create',
      'organization:read',
      'projects:read',
      'database:read',
    ])
  })
})

describe('values', () => {
  test('comma lists are split, and defaults are the spec’s', () => {
    expect(NotificationQuery.parse({})).toEqual({ offset: 0, limit: 10, status: ['new', 'seen'] })
    expect(NotificationQuery.parse({ priority: 'Warning,Critical', offset: '10' })).toMatchObject({ priority: ['Warning', 'Critical'], offset: 10 })
  })

  test.for([
    [Name, '  Acme 🚀 ', true],
    [Name, 'a\u0000b', false],
    [Slug, 'a-b-c', true],
    [Slug, '-a', false],
    [Slug, 'A', false],
    [Email, 'Ada@Example.com', true],
    [Email, 'a@b@c', false],
    [Email, 'a@b.c\r\nBcc: x', false],
    [DatabasePassword, 'with spaces & "quotes"', true],
    [DatabasePassword, 'ümlaut-password', false],
  ] as const)('%# %s', ([schema, value, isGood]) => {
    expect(schema.safeParse(value).success).toBe(isGood)
  })
})

test('a link to a screenshot is good for 31536000 seconds (spec §7)', () => {
  expect(attachmentLinkSeconds).toBe(31_536_000)
})

test('a page of notifications has ten (spec §9)', () => {
  expect(notificationsPageSize).toBe(10)
})
