import { expect, test } from 'vitest'
import { majorOf, versionText } from './restored-version.ts'

const project = { db_version: '18.4' }

test('that a restore leads to another version of Postgres is said before', () => {
  expect(majorOf('17.10')).toBe('17')
  expect(versionText('project', '17', project)).toBe('The project goes back to Postgres 17, its version at that moment. It’s on 18.4 now.')
  expect(versionText('new', '17', project)).toMatch(/^The new project gets Postgres 17, .*This project is on 18\.4/)
  expect(versionText('branch', '17', project)).toMatch(/^The branch gets Postgres 17/)
})

test('nothing is said of the version that the project is on, or of one that is not known', () => {
  expect(versionText('project', '18', project)).toBeNull()
  expect(versionText('project', null, project)).toBeNull()
  expect(versionText('project', '17', { db_version: null })).toBeNull()
})
