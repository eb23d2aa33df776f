import type { ExtensionSummary } from '@colonnade/pg-meta/extensions'
import { expect, test } from 'vitest'
import { definitionOf, installationDraft, listText, obstacleTo, requirementsOf, schemaFor, updateDraft } from './extension-draft.ts'
import { extensionDraftText } from './messages.ts'

const extension = (name: string, rest: Partial<ExtensionSummary> = {}): ExtensionSummary => ({
  name,
  id: null,
  schema: null,
  default_version: '1.2',
  installed_version: null,
  comment: null,
  owner: null,
  is_own: false,
  is_available: true,
  is_relocatable: true,
  fixed_schema: null,
  requires: [],
  versions: ['1.1', '1.2'],
  update_targets: [],
  needs_superuser: false,
  ...rest,
})
const none = requirementsOf(extension('a'), [])
const choice = { schema: 'extensions', version: '1.2', isCascade: true }
const textOf = (draft: ReturnType<typeof updateDraft>) => (draft.kind === 'change' ? draft.change.commands.map(({ sql }) => sql).join() : draft.kind)

test('what an extension needs is found at every depth, also in a circle, but for what is installed', () => {
  const all = [
    extension('a', { requires: ['b', 'there'] }),
    extension('b', { requires: ['c', 'a'] }),
    extension('c', { requires: ['nowhere'], needs_superuser: true }),
    extension('there', { installed_version: '1.0', requires: ['c'] }),
  ]
  expect(requirementsOf(all[0]!, all)).toEqual({ missing: ['a', 'b', 'c', 'nowhere'], absent: ['nowhere'], refused: ['c'] })
  expect(requirementsOf(all[3]!, all).missing).toEqual(['c', 'nowhere'])
  expect(none).toEqual({ missing: [], absent: [], refused: [] })
  expect(listText(['a', 'b', 'c'])).toBe('a, b and c')
})

test('obstacles show before an install', () => {
  expect(obstacleTo(extension('a'), none)).toBeNull()
  expect(obstacleTo(extension('a', { is_available: false }), none)).toBe(extensionDraftText.noFiles('a'))
  expect(obstacleTo(extension('a', { needs_superuser: true }), none)).toBe(extensionDraftText.superuserOnly('a'))
  expect(obstacleTo(extension('a'), { ...none, absent: ['b', 'c'] })).toBe(extensionDraftText.requiresAbsent('b and c'))
  expect(obstacleTo(extension('a'), { ...none, refused: ['b'] })).toBe(extensionDraftText.requiresSuperuser('b'))
  expect(obstacleTo(extension('a'), none, new Set('b'))).toBe(extensionDraftText.unloadable('a'))
  const needy = { ...none, missing: ['b', 'c'], absent: ['c'] }
  expect(obstacleTo(extension('a'), needy, new Set())).toBe(extensionDraftText.requiresUnloadable('b'))
  expect(obstacleTo(extension('a'), needy, new Set(['a', 'b']))).toBe(extensionDraftText.requiresAbsent('c'))
  expect(obstacleTo(extension('a'), { ...none, missing: ['b'] }, new Set(['a', 'b']))).toBeNull()
})

test('it is installed where one chose, in the version that another server has, with what it needs only if that is wanted', () => {
  expect(textOf(installationDraft(extension('a"b'), none, choice))).toContain('create extension "a""b" schema extensions\'')
  expect(textOf(installationDraft(extension('a'), none, { ...choice, version: '1.1' }))).toContain("version ''1.1''")
  expect(textOf(installationDraft(extension('a', { fixed_schema: 'x' }), none, choice))).not.toContain(' schema ')
  const needy = { ...none, missing: ['b'] }
  expect(textOf(installationDraft(extension('a'), needy, choice))).toContain('cascade')
  expect(installationDraft(extension('a'), needy, { ...choice, isCascade: false })).toMatchObject({
    problems: { cascade: expect.any(String) as string },
  })
})

test('it is updated and moved by one change, and by none when nothing is', () => {
  const old = extension('a', { schema: 'public', installed_version: '1.0' })
  expect(updateDraft(old, { schema: 'public', version: '1.0' })).toEqual({ kind: 'unchanged' })
  expect(textOf(updateDraft(old, { schema: 'public', version: '1.2' }))).toBe('alter extension a update;')
  expect(textOf(updateDraft(old, { schema: 'x y', version: '1.1' }))).toBe(
    'alter extension a update to \'1.1\';\nalter extension a set schema "x y";',
  )
})

test('its place is the one for extensions, where there is one, and its definition says where it is', () => {
  expect([schemaFor(extension('a'), ['public']), schemaFor(extension('a'), ['extensions'])]).toEqual(['public', 'extensions'])
  expect(schemaFor(extension('a', { fixed_schema: 'cron' }), ['extensions'])).toBe('cron')
  expect(definitionOf(extension('uuid-ossp', { schema: 'public', installed_version: "1'" }))).toBe(
    `create extension if not exists "uuid-ossp" schema public version '1''';`,
  )
})
