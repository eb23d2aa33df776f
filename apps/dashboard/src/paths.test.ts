import { expect, test } from 'vitest'
import { addressOf, databaseOf, functionSlugOf, pages, paths, snippetOf } from './paths.ts'

test('addresses stay what they are: people keep them as bookmarks', () => {
  const { organization, project, newProject, supportNew, invitation, ...fixed } = paths
  const all = [
    ...Object.values(fixed),
    newProject('acme'),
    supportNew(),
    invitation('abc'),
    supportNew({ category: 'dashboard_bug', ref: 'abcdefghijklmnopqrst', subject: 'a&b', error: 'x y' }),
    ...Object.values(organization).map((path) => path('acme')),
    project.home('abcdefghijklmnopqrst'),
    project.editor('abcdefghijklmnopqrst'),
    project.table('abcdefghijklmnopqrst', { schema: 'a b', id: 16385 }),
    project.branches('abcdefghijklmnopqrst'),
    project.buckets('abcdefghijklmnopqrst'),
    project.bucket('abcdefghijklmnopqrst', 'a b/c'),
    project.storagePolicies('abcdefghijklmnopqrst'),
    project.storageTrial('abcdefghijklmnopqrst', { bucket: 'a b', path: 'c/d&e.png' }),
    project.storageSettings('abcdefghijklmnopqrst'),
    project.functions('abcdefghijklmnopqrst'),
    project.functionSecrets('abcdefghijklmnopqrst'),
    project.edgeFunction('abcdefghijklmnopqrst', 'hello'),
    project.edgeFunction('abcdefghijklmnopqrst', 'secrets', 'logs'),
    project.realtimePolicies('abcdefghijklmnopqrst'),
    project.realtimeTrial('abcdefghijklmnopqrst', 'room:1 a'),
    project.realtimeSettings('abcdefghijklmnopqrst'),
    project.general('abcdefghijklmnopqrst'),
    project.infrastructure('abcdefghijklmnopqrst'),
    project.addon('abcdefghijklmnopqrst', 'pitr'),
    project.sql('abcdefghijklmnopqrst'),
    project.sql('abcdefghijklmnopqrst', '1'),
  ]
  expect(all).toMatchInlineSnapshot(`
    [
      "/",
      "/sign-in",
      "/forgot-password",
      "/sign-up",
      "/organizations",
      "/projects",
      "/new",
      "/account/me",
      "/support/tickets",
      "/installation",
      "/installation/inbox",
      "/platform/docs",
      "/new/acme",
      "/support/new",
      "/invitation#abc",
      "/support/new?category=dashboard_bug&ref=abcdefghijklmnopqrst&subject=a%26b&error=x+y",
      "/org/acme",
      "/project/abcdefghijklmnopqrst",
      "/project/abcdefghijklmnopqrst/editor",
      "/project/abcdefghijklmnopqrst/editor?schema=a+b&table=16385",
      "/project/abcdefghijklmnopqrst/branches",
      "/project/abcdefghijklmnopqrst/storage/buckets",
      "/project/abcdefghijklmnopqrst/storage/buckets/a%20b%2Fc",
      "/project/abcdefghijklmnopqrst/storage/policies",
      "/project/abcdefghijklmnopqrst/storage/policies?tab=test&bucket=a+b&path=c%2Fd%26e.png",
      "/project/abcdefghijklmnopqrst/settings/storage",
      "/project/abcdefghijklmnopqrst/functions",
      "/project/abcdefghijklmnopqrst/functions/secrets",
      "/project/abcdefghijklmnopqrst/functions/hello",
      "/project/abcdefghijklmnopqrst/functions/~secrets?tab=logs",
      "/project/abcdefghijklmnopqrst/realtime/policies",
      "/project/abcdefghijklmnopqrst/realtime/policies?tab=test&topic=room%3A1+a",
      "/project/abcdefghijklmnopqrst/realtime/settings",
      "/project/abcdefghijklmnopqrst/settings/general",
      "/project/abcdefghijklmnopqrst/settings/infrastructure",
      "/project/abcdefghijklmnopqrst/settings/addons?panel=pitr",
      "/project/abcdefghijklmnopqrst/sql/new",
      "/project/abcdefghijklmnopqrst/sql/1",
    ]
  `)
})

test.for([
  ['/project/abc', undefined],
  ['/project/abc/', undefined],
  ['/project/abc/settings/general', undefined],
  ['/project/abc/branches', undefined],
  ['/project/abc/editor', 'abc'],
  ['/project/abc/database/tables', 'abc'],
  ['/project/abc/auth/policies', 'abc'],
  ['/project/abc/auth/users', 'abc'],
  ['/project/abc/auth/sessions', undefined],
  ['/project/abc/functions', undefined],
  ['/project/abc/functions/hello', undefined],
  ['/project/abc/realtime/policies', 'abc'],
  ['/project/abc/realtime/settings', undefined],
  ['/project/abc/auth/url-configuration', undefined],
  ['/project/abc/database/backups/scheduled', undefined],
  ['/project/abc/database/backups/pitr', undefined],
  ['/org/acme', undefined],
] as const)('%s needs the database of %s', ([pathname, ref]) => {
  expect(databaseOf(pathname)).toBe(ref)
})

test('an error that goes along is cut, or no server would take the address', () => {
  const address = paths.supportNew({ error: '字'.repeat(100_000) })
  expect(address.length).toBeLessThan(10_000)
  expect(address.endsWith('%E2%80%A6')).toBe(true)
})

test('what people typed can not leave its segment', () => {
  expect(paths.organization.projects('a/b?c#d')).toBe('/org/a%2Fb%3Fc%23d')
})

test('pages are addressed by what stands for their names', () => {
  expect(addressOf(pages.settings.general, { ref: 'abc' })).toBe('/project/abc/settings/general')
  expect(addressOf(pages.organization.projectUsage, { slug: 'acme', ref: 'a&b' })).toBe('/org/acme/usage?projectRef=a%26b')
})

test.each([
  ['/project/abc/sql/new', null],
  ['/project/abc/sql/1', null],
  ['/project/abc/sql', null],
  ['/project/abc/sql/0b6d8f3e', '0b6d8f3e'],
  ['/project/abc/editor', undefined],
  ['/project/abc', undefined],
] as const)('%s is the page of the snippet %s', (pathname, id) => {
  expect(snippetOf(pathname)).toBe(id)
})

test('a function that is called like a page has an address of its own', () => {
  expect(['hello', '~secrets'].map(functionSlugOf)).toEqual(['hello', 'secrets'])
})
