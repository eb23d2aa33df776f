import type { ProjectTransferPreview } from '@colonnade/contracts/projects/project-transfers'
import { expect, test } from 'vitest'
import { gainingText, goesAlong, staysBehind } from './transfer-words.ts'

const nothing: ProjectTransferPreview = {
  to: { slug: 'b', name: 'B', plan: 'pro', managed_by: null },
  refusals: [],
  losses: [],
  branch_count: 0,
  replica_count: 0,
  backup_count: 0,
  addons: [],
  currency: 'USD',
  losing_count: 0,
  gaining_count: 0,
  project_role_count: 0,
  private_snippet_count: 0,
}

test('what a project does not have is not said to go along, or to stay', () => {
  expect(goesAlong(nothing)).toEqual(['Data, keys, passwords and URLs, unchanged'])
  expect(staysBehind(nothing, 'A')).toHaveLength(2)
})

test('things are counted, and add-ons have the price that they have there; the Free plan bills none', () => {
  const addons = [{ project_ref: 'r', project_name: 'Shop', type: 'ipv4' as const, name: 'Dedicated pooler', monthly_cents: 400 }]
  const full = { ...nothing, branch_count: 2, replica_count: 1, backup_count: 3, addons }
  expect(goesAlong(full).slice(1)).toEqual(['2 branches, 1 read replica, 3 backups', 'Shop: Dedicated pooler, $4.00 a month in the new organization'])
  expect(goesAlong({ ...full, to: { ...nothing.to, plan: 'free' } })[2]).toBe('Shop: Dedicated pooler')
})

test('people, roles and snippets are told in the right number, and what the plan takes last', () => {
  const lost = { ...nothing, losing_count: 1, project_role_count: 2, private_snippet_count: 1, losses: ['Backups'] }
  expect(staysBehind(lost, 'A')).toEqual([
    'Access for one person who isn’t in B or can’t see projects there',
    '2 roles given in this project alone',
    'One private snippet of people who lose access, hidden until they have access again',
    'Access for A’s webhooks, OAuth apps and access tokens',
    'Usage so far and the audit log, which stay with A',
    'Backups',
  ])
})

test('people who gain access are counted', () => {
  expect(gainingText({ ...nothing, gaining_count: 1 })).toBe('One person in B gets access, with the role they have there.')
})
