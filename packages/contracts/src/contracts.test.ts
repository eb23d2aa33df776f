import { errorTable } from '@colonnade/core'
import { describe, expect, test } from 'vitest'
import {
  DatabasePassword,
  Email,
  errorsOf,
  isAllowed,
  listEndpoints,
  Name,
  NotificationQuery,
  openApi,
  permissions,
  platformApi,
  roles,
  rolePermissions,
  Slug,
} from './index.ts'

const endpoints = listEndpoints(platformApi)

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
    '$name is audited, unless it only runs SQL',
    ({ name, endpoint }) => {
      if (!name.startsWith('queries.')) expect(endpoint.audit).toMatch(/^\w+\.\w+$/)
    },
  )

  test('errors that follow from the fields are listed', () => {
    expect(errorsOf(platformApi.projects.resetPassword)).toEqual(
      expect.arrayContaining(['invalid_input', 'unauthorized', 'forbidden', 'project_not_found', 'project_not_active', 'cross_site_request']),
    )
  })
})

describe('the OpenAPI document', () => {
  const document = openApi(platformApi, { title: 'x', version: '1' }) as {
    openapi: string
    paths: Record<string, Record<string, { responses: Record<string, unknown>; parameters: { name: string; in: string; required: boolean }[] }>>
  }

  test('has every endpoint with its replies', () => {
    expect(document.openapi).toBe('3.1.0')
    for (const { endpoint } of endpoints) {
      const operation = document.paths[endpoint.path]![endpoint.method.toLowerCase()]!
      for (const code of errorsOf(endpoint)) expect(operation.responses).toHaveProperty(String(errorTable[code].status))
    }
  })

  test('tells parameters of path, query and header', () => {
    const { parameters } = document.paths['/platform/notifications']!['get']!
    expect(parameters.find(({ name }) => name === 'Version')).toMatchObject({ in: 'header', required: true })
    expect(parameters.find(({ name }) => name === 'offset')).toMatchObject({ in: 'query', required: false })
  })
})

describe('roles', () => {
  test('each may all that the next lower one may', () => {
    for (const [index, role] of roles.entries()) {
      for (const higher of roles.slice(0, index)) expect(rolePermissions[higher]).toEqual(expect.arrayContaining([...rolePermissions[role]]))
    }
  })

  test('a reader changes nothing', () => {
    expect(permissions.filter((permission) => isAllowed('read-only', permission))).toEqual([
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
