import { expect, test } from 'vitest'
import { addressOf, pages, paths } from '../paths.ts'
import { switchTarget } from './switch-target.ts'

const { home, editor, sql } = paths.project
const built: readonly string[] = [pages.project.editor, pages.project.sql, pages.settings.general, pages.organization.usage]
const hasPage = (route: string) => built.includes(route)

test.each([
  { at: 'the home', pathname: home('a'), expected: home('b') },
  { at: 'the table editor', pathname: editor('a'), expected: editor('b') },
  { at: 'a table of the editor', pathname: `${editor('a')}/16385`, expected: editor('b') },
  { at: 'a new query', pathname: sql('a'), expected: sql('b') },
  { at: 'a saved query', pathname: sql('a', '1'), expected: sql('b') },
  { at: 'its settings', pathname: addressOf(pages.settings.general, { ref: 'a' }), expected: addressOf(pages.settings.general, { ref: 'b' }) },
  { at: 'a page that is not there', pathname: `${home('a')}/nowhere/at/all`, expected: home('b') },
  { at: 'a page of a project whose name begins alike', pathname: editor('ab'), expected: home('b') },
  { at: 'a page that does not know projects', pathname: paths.organizations, expected: home('b') },
])('switching the project at $at stays there where it can', ({ pathname, expected }) => {
  expect(switchTarget(pathname, 'ref', 'a', 'b', hasPage)).toBe(expected)
})

test('so does switching the organization', () => {
  const usage = (slug: string) => addressOf(pages.organization.usage, { slug })
  expect(switchTarget(usage('acme'), 'slug', 'acme', 'beta', hasPage)).toBe(usage('beta'))
  expect(switchTarget(editor('a'), 'slug', 'acme', 'beta', hasPage)).toBe(paths.organization.projects('beta'))
})
