import { expect, test } from 'vitest'
import { paths } from './paths.ts'

test('addresses stay what they are: people keep them as bookmarks', () => {
  const { organization, project, newProject, ...fixed } = paths
  const all = [
    ...Object.values(fixed),
    newProject('acme'),
    ...Object.values(organization).map((path) => path('acme')),
    ...Object.values(project).map((path) => path('abcdefghijklmnopqrst')),
    project.sql('abcdefghijklmnopqrst', '1'),
  ]
  expect(all).toMatchInlineSnapshot(`
    [
      "/",
      "/sign-in",
      "/organizations",
      "/new",
      "/new/acme",
      "/org/acme",
      "/project/abcdefghijklmnopqrst",
      "/project/abcdefghijklmnopqrst/editor",
      "/project/abcdefghijklmnopqrst/sql/new",
      "/project/abcdefghijklmnopqrst/sql/1",
    ]
  `)
})

test('what people typed can not leave its segment', () => {
  expect(paths.organization.projects('a/b?c#d')).toBe('/org/a%2Fb%3Fc%23d')
})
