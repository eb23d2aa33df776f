import { expect, test } from 'vitest'
import { functionText } from './messages.ts'

const states = ['same', 'other_version', 'other_settings', 'deleted_since', 'recreated_since', 'created_since'] as const
const said = (target: 'project' | 'new') => states.map((state) => functionText(target, { slug: 'a', version: 1, live_version: 3, state }))

test('a restore in place says what changes, and a new project has only what was there', () => {
  expect(said('project')).toEqual([
    null,
    'Version 1 goes live again instead of version 3',
    'Its settings go back',
    expect.stringContaining('schedules turned off'),
    expect.stringContaining('as a new version'),
    'Created since. Stays live',
  ])
  expect(said('new')).toEqual(['Version 1', 'Version 1', 'Version 1', 'Version 1, deleted since', 'Version 1', 'Created since. Not included'])
})
