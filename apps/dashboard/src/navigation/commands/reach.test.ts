import { rolePermissions } from '@colonnade/contracts/foundation/permissions'
import type { Organization } from '@colonnade/contracts/organizations/organizations'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hosted, selfHosted } from '../../scope/variant.ts'
import type { MenuScope } from '../visible.ts'
import { generalActionEntries, projectActionEntries } from './entries/actions.ts'
import type { Entry, EntryGroup } from './entries/entry.ts'
import { generalEntries } from './entries/general.ts'
import {
  branchEntries,
  bucketEntries,
  columnEntries,
  databaseFunctionEntries,
  edgeFunctionEntries,
  mergeEntries,
  policyEntries,
  snippetEntries,
  tableEntries,
} from './entries/named.ts'
import { pageEntries } from './entries/pages.ts'
import { messages } from './messages.ts'
import { narrow } from './narrow.ts'

/** The addresses that files of routes state, without those of layouts around them. */
const routes = globSync('**/*.tsx', { cwd: join(import.meta.dirname, '../../routes') })
  .filter((file) => !/(^|\/)(route|__root)\.tsx$/.test(file))
  .flatMap((file) => {
    const [, path] = /createFileRoute\('([^']+)'\)/.exec(readFileSync(join(import.meta.dirname, '../../routes', file), 'utf8')) ?? []
    return path === undefined ? [] : [path === '/' ? path : path.replace(/\/$/, '')]
  })

/** Pages that only a link from elsewhere, or signing in, opens. */
const exceptions = new Set([
  '/',
  '/authorize',
  '/forgot-password',
  '/invitation',
  '/reset-password',
  '/sign-in',
  '/sign-in/with/$provider',
  '/sign-up',
  '/sign-up/complete',
  // the frame around the pages of snippets
  '/project/$ref/sql',
])

const ref = 'abcdefghijklmnopqrst'
const scope: MenuScope = {
  params: { ref, slug: 'acme' },
  home: `/project/${ref}`,
  isComingUp: false,
  permissions: rolePermissions.owner,
  variant: hosted,
  disabledFeatures: [],
  flags: ['new_api_keys', 'column_privileges'],
  hasPage: (route) => routes.includes(route),
}
const organization = { slug: 'acme', name: 'Acme', permissions: rolePermissions.owner } as unknown as Organization
const orders = { id: 16385, schema: 'public', name: 'orders' }

function groupsFor(given: Partial<MenuScope> = {}, isOwner = true): readonly EntryGroup[] {
  const here = { ...scope, ...given }
  const { main, pages, parts } = pageEntries({ project: here, organization: here, account: here, installation: isOwner ? here : null })
  const branches = [
    { id: '1', name: 'main', project_ref: ref, is_default: true, status: 'ACTIVE_HEALTHY' as const },
    { id: '2', name: 'add-eta', project_ref: 'b'.repeat(20), is_default: false, status: 'ACTIVE_HEALTHY' as const },
  ]
  const tables = [{ ...orders, kind: 'r', columns: ['id', 'shipped_at'] }]
  const group = (label: string, entries: readonly Entry[]): EntryGroup => ({ label, entries })
  return [
    group('Acme', main),
    group(messages.groups.pages, pages),
    group(messages.groups.actions, [...projectActionEntries(here, ref, true, null), ...generalActionEntries(organization, [organization])]),
    group(messages.groups.parts, parts),
    group(messages.groups.tables, tableEntries(ref, [orders])),
    group(messages.groups.branches, [...branchEntries(branches), ...mergeEntries(ref, branches)]),
    group(messages.groups.edgeFunctions, edgeFunctionEntries(ref, [{ slug: 'send-receipt', name: 'Receipts' }])),
    group(messages.groups.snippets, snippetEntries(ref, [{ id: 's1', name: 'Slow orders', folder: 'Reports', tags: ['weekly'] }])),
    group(messages.groups.buckets, bucketEntries(ref, [{ id: 'avatars', name: 'avatars' }])),
    group(messages.groups.databaseFunctions, databaseFunctionEntries(ref, [{ id: 20000, schema: 'public', name: 'refund_order' }])),
    group(messages.groups.columns, columnEntries(ref, tables)),
    group(messages.groups.policies, policyEntries(ref, tables)),
    group(messages.groups.general, generalEntries(ref)),
  ]
}

const addressesOf = (groups: readonly EntryGroup[]) =>
  groups.flatMap(({ entries }) => entries).flatMap(({ does }) => ('to' in does ? [does.to.replace(/[?#].*$/, '')] : []))
const ids = (groups: readonly EntryGroup[]) => groups.flatMap(({ entries }) => entries).map(({ id }) => id)
const best = (text: string, groups = groupsFor()) => {
  const [first] = narrow(groups, [], text)[0]?.entries ?? []
  return first === undefined ? null : `${first.label}${first.hint === undefined ? '' : ` (${first.hint})`}`
}

describe('the command menu reaches', () => {
  const addresses = new Set(addressesOf(groupsFor()))
  const patternOf = (route: string) => new RegExp(`^${route.replace(/\$\w+/g, '[^/]+')}$`)

  test.each(routes.filter((route) => !exceptions.has(route)))('%s', (route) => {
    const fixed = [...addresses].filter((address) => patternOf(route).test(address))
    // what has a page of its own isn't one of the many that a name stands for
    const own = fixed.filter((address) => !routes.some((other) => other !== route && isMoreExact(other, route, address)))
    expect(own).not.toEqual([])
  })

  const isMoreExact = (other: string, route: string, address: string) =>
    other.split('$').length < route.split('$').length && patternOf(other).test(address)

  test('no page twice under one name', () => {
    const all = ids(groupsFor())
    expect(all.filter((id, at) => all.indexOf(id) !== at)).toEqual([])
  })

  test('every exception is a route', () => {
    expect([...exceptions].filter((route) => !routes.includes(route))).toEqual([])
  })
})

test.each([
  ['backups', 'Backups (Database)'],
  ['policies', 'Policies (Database)'],
  ['roles', 'Roles (Database)'],
  ['indexes', 'Indexes (Database)'],
  ['billing', 'Billing (Organization)'],
  ['audit', 'Audit log (Organization settings)'],
  ['team', 'Team (Organization)'],
  ['tokens', 'Access tokens (Account)'],
  ['infrastructure', 'Infrastructure (Project Settings)'],
  ['PITR', 'Point-in-time recovery (Database)'],
  ['merge', 'Merge add-eta into main'],
  ['feedback', 'Feedback and tickets'],
  ['send feedback', 'Send feedback'],
  ['add-eta', 'add-eta'],
  ['send-receipt', 'send-receipt'],
  ['refund', 'refund_order (public)'],
  ['shipped', 'shipped_at (orders)'],
  ['slow orders', 'Slow orders (Reports)'],
  ['avatars', 'avatars'],
  ['new table', 'New table'],
  ['new policy', 'New policy'],
  ['policy orders', 'New policy on orders (public)'],
  ['new branch', 'New branch'],
  ['create backup', 'Create backup'],
  ['invite', 'Invite member'],
  ['new function', 'New edge function'],
  ['new bucket', 'New bucket'],
  ['two-factor', 'Multi-Factor (Authentication)'],
  ['spend cap', 'Spend cap (Organization › Billing)'],
  ['ssl', 'Database (Project Settings)'],
  ['restart', 'Restart project (Project Settings › General)'],
  ['members', 'Team (Organization)'],
  ['invoices', 'Invoices (Organization › Billing)'],
  ['storage policies', 'Policies (Storage)'],
  ['general', 'General (Project Settings)'],
  ['schemas', 'Schemas (Database)'],
  ['subscription', 'Billing (Organization)'],
  ['polcies', 'Policies (Database)'],
])('%j finds %s first', (text, expected) => {
  expect(best(text)).toBe(expected)
})

describe('like the menus, it hides', () => {
  const without = (given: Partial<MenuScope>) => new Set(addressesOf(groupsFor(given)))

  test('what the role does not allow', () => {
    const addresses = without({ permissions: rolePermissions['read-only'] })
    expect([...addresses].filter((address) => /\/(auth|functions|storage|realtime)\/|\/billing|\/audit$/.test(address))).toEqual([
      '/project/abcdefghijklmnopqrst/auth/policies',
      // the menu of the project's settings lists them for everyone
      '/project/abcdefghijklmnopqrst/functions/secrets',
      '/account/audit',
      '/project/abcdefghijklmnopqrst/functions/send-receipt',
      '/project/abcdefghijklmnopqrst/storage/buckets/avatars',
    ])
    expect(projectActionEntries({ ...scope, permissions: rolePermissions['read-only'] }, ref, true, null).map(({ label }) => label)).toEqual([
      messages.actions.newSnippet,
    ])
  })

  test('what the self-hosted edition goes without', () => {
    const addresses = [...without({ variant: selfHosted })]
    expect(addresses).not.toContain(`/project/${ref}/settings/general`)
    expect(addresses).not.toContain(`/project/${ref}/functions/secrets`)
    expect(addresses).toContain(`/project/${ref}/database/backups/scheduled`)
  })

  test('what a person switched off', () => {
    expect([...without({ disabledFeatures: ['backups'] })].filter((address) => address.includes('backups'))).toEqual([])
  })

  test('the installation from everyone but its owners', () => {
    expect(addressesOf(groupsFor({}, false)).filter((address) => address.startsWith('/installation'))).toEqual([])
  })

  test('pages of a project that is coming up, which all lead to its home', () => {
    const { main, pages } = pageEntries({ project: { ...scope, isComingUp: true }, organization: null, account: scope, installation: null })
    expect(main.map(({ label }) => label)).toEqual(['Project overview'])
    expect(pages.map(({ hint }) => hint)).not.toContain('Database')
  })
})
