import { expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { switchTarget } from './switch-target.ts'

const { home, editor, sql } = paths.project

test.each([
  { at: 'the home', pathname: home('a'), expected: home('b') },
  { at: 'the table editor', pathname: editor('a'), expected: editor('b') },
  { at: 'a table of the editor', pathname: `${editor('a')}/16385`, expected: editor('b') },
  { at: 'a new query', pathname: sql('a'), expected: sql('b') },
  { at: 'a saved query', pathname: sql('a', '1'), expected: sql('b') },
  { at: 'a page that does not know projects', pathname: paths.organizations, expected: home('b') },
])('switching the project at $at stays there where it can', ({ pathname, expected }) => {
  expect(switchTarget(pathname, 'a', 'b')).toBe(expected)
})
