import { rolePermissions } from '@colonnade/contracts/foundation/permissions'
import { hideableFeatures } from '@colonnade/contracts/people/sessions'
import { Box } from 'lucide-react'
import { describe, expect, test } from 'vitest'
import { pages } from '../paths.ts'
import { accountMenu } from './menus/account-menu.ts'
import { authMenu } from './menus/auth-menu.ts'
import { databaseMenu } from './menus/database-menu.ts'
import { organizationMenu } from './menus/organization-menu.ts'
import { projectMenu } from './menus/project-menu.ts'
import { hosted, selfHosted } from '../scope/variant.ts'
import { settingsMenu } from './menus/settings-menu.ts'
import { visible, type Menu, type MenuEntry, type MenuScope, type Requirements } from './visible.ts'

const home = '/project/abc'
const scope: MenuScope = {
  params: { ref: 'abc', slug: 'acme' },
  home,
  isComingUp: false,
  permissions: rolePermissions.owner,
  variant: hosted,
  disabledFeatures: [],
  flags: [],
  hasPage: () => true,
}

/** A menu as people read it: its groups as lists of "label → address". */
const read = (menu: Menu, given: Partial<MenuScope> = {}) =>
  visible(menu, { ...scope, ...given }).map(({ heading, entries }) => ({
    heading,
    entries: entries.map(({ label, to, badge }) => `${label}${badge === null ? '' : ` (${badge})`} → ${to}`),
  }))
const labels = (menu: Menu, given: Partial<MenuScope> = {}) =>
  visible(menu, { ...scope, ...given }).flatMap(({ entries }) => entries.map(({ label }) => label))

describe('the project menu (spec §2)', () => {
  test('leads to every section of a project', () => {
    expect(read(projectMenu).map(({ entries }) => entries)).toEqual([
      ['Project overview → /project/abc', 'Table Editor → /project/abc/editor', 'SQL Editor → /project/abc/sql/new'],
      [
        'Database → /project/abc/database/schemas',
        'Authentication → /project/abc/auth/users',
        'Storage → /project/abc/storage/buckets',
        'Edge Functions → /project/abc/functions',
        'Realtime → /project/abc/realtime/inspector',
      ],
      [
        'Advisors → /project/abc/advisors/security',
        'Reports → /project/abc/reports',
        'Logs → /project/abc/logs',
        'API Docs → /project/abc/api',
        'Integrations → /project/abc/integrations',
      ],
      ['Project Settings → /project/abc/settings/general'],
    ])
  })

  test.each([
    { permission: 'project_auth:all', label: 'Authentication' },
    { permission: 'project_storage:all', label: 'Storage' },
    { permission: 'project_edge_function:all', label: 'Edge Functions' },
    { permission: 'realtime:all', label: 'Realtime' },
  ])('$label shows only with $permission', ({ permission, label }) => {
    const permissions = rolePermissions.owner.filter((held) => held !== permission)
    expect(labels(projectMenu)).toContain(label)
    expect(labels(projectMenu, { permissions })).not.toContain(label)
  })

  test('Edge Functions, Reports and Settings show only on the hosted platform', () => {
    const kept = labels(projectMenu, { variant: selfHosted })
    expect(labels(projectMenu).filter((label) => !kept.includes(label))).toEqual(['Edge Functions', 'Reports', 'Project Settings'])
  })

  test("Logs are labelled 'Logs & Analytics' when a warehouse feature is on", () => {
    expect(labels(projectMenu, { flags: ['warehouse'] })).toContain('Logs & Analytics')
    expect(labels(projectMenu, { flags: ['warehouse'] })).not.toContain('Logs')
  })

  test('while the project is coming up, everything but its home leads to its home and says so', () => {
    const [overview, ...others] = visible(projectMenu, { ...scope, isComingUp: true }).flatMap(({ entries }) => entries)
    expect(overview).toMatchObject({ to: home, isDeferred: false })
    for (const entry of others) expect(entry).toMatchObject({ to: home, isDeferred: true })
  })
})

describe('the project settings menu (spec §2)', () => {
  const projectSettings = [
    'General → /project/abc/settings/general',
    'Compute and Disk → /project/abc/settings/compute-and-disk',
    'Infrastructure → /project/abc/settings/infrastructure',
    'Integrations → /project/abc/settings/integrations',
    'JWT Keys → /project/abc/settings/jwt',
    'Add Ons → /project/abc/settings/addons',
    'Vault (Alpha) → /project/abc/integrations/vault/overview',
  ]
  const configuration = [
    'Database → /project/abc/settings/database',
    'Data API → /project/abc/settings/api',
    'Authentication → /project/abc/settings/auth',
    'Storage → /project/abc/settings/storage',
    'Edge Functions → /project/abc/functions/secrets',
    'Log Drains → /project/abc/settings/log-drains',
  ]
  const billing = ['Subscription → /org/acme/billing', 'Usage → /org/acme/usage?projectRef=abc']

  test('has three groups', () => {
    expect(read(settingsMenu)).toEqual([
      { heading: 'Project Settings', entries: projectSettings },
      { heading: 'Configuration', entries: configuration },
      { heading: 'Billing', entries: billing },
    ])
  })

  test('API Keys is NEW, and shown only when its flag is on', () => {
    expect(read(settingsMenu, { flags: ['new_api_keys'] })[0]!.entries).toContain('API Keys (NEW) → /project/abc/settings/api-keys')
  })

  test('self-hosted has neither compute, integrations, log drains, nor the settings of services', () => {
    expect(read(settingsMenu, { variant: selfHosted }).map(({ entries }) => entries)).toEqual([
      [projectSettings[0], projectSettings[2], projectSettings[4], projectSettings[5], projectSettings[6]],
      [configuration[0], configuration[1]],
      billing,
    ])
  })

  test.each([
    { feature: 'project_auth:all', label: 'Authentication' },
    { feature: 'project_storage:all', label: 'Storage' },
    { feature: 'project_edge_function:all', label: 'Edge Functions' },
  ])('$label goes with the feature $feature', ({ feature, label }) => {
    expect(labels(settingsMenu, { disabledFeatures: [feature] })).not.toContain(label)
  })

  test('while the project is coming up, Infrastructure and Vault lead to its home', () => {
    const deferred = visible(settingsMenu, { ...scope, isComingUp: true })
      .flatMap(({ entries }) => entries)
      .filter(({ isDeferred }) => isDeferred)
    expect(deferred.map(({ label, to }) => `${label} → ${to}`)).toEqual([`Infrastructure → ${home}`, `Vault → ${home}`])
  })
})

test('the organization menu (spec §2); its settings are active on apps, audit and documents too', () => {
  expect(read(organizationMenu)[0]!.entries).toEqual([
    'Projects → /org/acme',
    'Team → /org/acme/team',
    'Integrations → /org/acme/integrations',
    'Usage → /org/acme/usage',
    'Billing → /org/acme/billing',
    'Organization settings → /org/acme/general',
  ])
  const settings = visible(organizationMenu, scope)[0]!.entries.at(-1)!
  expect(settings.alsoActiveAt).toEqual(['/org/acme/apps', '/org/acme/audit', '/org/acme/documents'])
})

test('the authentication menu (spec §2): policies for all who read the database, the rest for those who manage users; hooks are in beta', () => {
  const entries = read(authMenu).flatMap((group) => group.entries)
  expect(entries).toContain('Hooks (BETA) → /project/abc/auth/hooks')
  expect(entries).toHaveLength(13)
  expect(labels(authMenu, { permissions: ['database:read'] })).toEqual(['Policies'])
})

test('the account menu (spec §2)', () => {
  expect(read(accountMenu)[0]!.entries).toEqual([
    'Preferences → /account/me',
    'Access tokens → /account/tokens',
    'Security → /account/security',
    'Audit logs → /account/audit',
  ])
})

test.each([
  { name: 'project', menu: projectMenu },
  { name: 'organization', menu: organizationMenu },
])('no two entries of the $name menu share a key', ({ menu }) => {
  const chords = menu.groups.flatMap(({ entries }) => entries.flatMap(({ chord }) => chord ?? []))
  expect(new Set(chords).size).toBe(chords.length)
})

test('each feature that people may hide takes its entry out of a menu, and nothing else', () => {
  const all = [projectMenu, settingsMenu, organizationMenu, databaseMenu]
  const shown = (disabledFeatures: readonly string[]) => all.flatMap((menu) => labels(menu, { disabledFeatures }))
  const gone = (feature: string) => {
    const left = shown([feature])
    return [...new Set(shown([]))].filter((label) => shown([]).filter((each) => each === label).length > left.filter((each) => each === label).length)
  }
  expect(hideableFeatures.map(gone)).toEqual([['Table Editor'], ['SQL Editor'], ['Migrations'], ['Backups'], ['Integrations'], ['Usage']])
})

describe('what an entry can require', () => {
  const only = (entry: Partial<MenuEntry>): Menu => ({
    whileComingUp: 'same',
    groups: [{ heading: null, entries: [{ label: 'Entry', icon: Box, page: '/x', ...entry }] }],
  })
  const shows = (requires: Requirements, given: Partial<MenuScope> = {}) => labels(only({ requires }), given).length === 1

  test.each([
    { requires: {}, given: {}, isShown: true },
    { requires: { feature: 'log_drains' }, given: {}, isShown: true },
    { requires: { feature: 'log_drains' }, given: { disabledFeatures: ['log_drains'] }, isShown: false },
    { requires: { permission: 'project_auth:all' as const }, given: {}, isShown: true },
    { requires: { permission: 'project_auth:all' as const }, given: { permissions: [] }, isShown: false },
    { requires: { flag: 'new_api_keys' }, given: {}, isShown: false },
    { requires: { flag: 'new_api_keys' }, given: { flags: ['new_api_keys'] }, isShown: true },
    { requires: { part: 'reports' as const }, given: { variant: selfHosted }, isShown: false },
    { requires: { part: 'reports' as const }, given: { variant: { ...selfHosted, reports: true } }, isShown: true },
    { requires: { flag: 'a', permission: 'billing:manage' as const }, given: { flags: ['a'], permissions: [] }, isShown: false },
  ])('$requires with $given: $isShown', ({ requires, given, isShown }) => {
    expect(shows(requires, given)).toBe(isShown)
  })

  test('an entry without a page stays out, and with it a group that has no other', () => {
    const hasPage = (route: string) => route === pages.organization.usage
    expect(visible(only({}), { ...scope, hasPage })).toEqual([])
    expect(labels(only({ page: pages.organization.projectUsage }), { hasPage })).toEqual(['Entry'])
  })
})
