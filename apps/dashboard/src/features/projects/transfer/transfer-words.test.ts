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
  expect(goesAlong(nothing)).toEqual(['Its data, keys, passwords and addresses, which stay the same'])
  expect(staysBehind(nothing, 'A')).toHaveLength(2)
})

test('things are counted, and add-ons have the price that they have there; the Free plan bills none', () => {
  const addons = [{ project_ref: 'r', project_name: 'Shop', type: 'ipv4' as const, name: 'Dedicated pooler', monthly_cents: 400 }]
  const full = { ...nothing, branch_count: 2, replica_count: 1, backup_count: 3, addons }
  expect(goesAlong(full).slice(1)).toEqual(['2 branches, 1 read replica, 3 backups', 'Shop: Dedicated pooler, $4.00 a month there'])
  expect(goesAlong({ ...full, to: { ...nothing.to, plan: 'free' } })[2]).toBe('Shop: Dedicated pooler')
})

test('people, roles and snippets are told in the right number, and what the plan takes last', () => {
  const lost = { ...nothing, losing_count: 1, project_role_count: 2, private_snippet_count: 1, losses: ['Backups'] }
  expect(staysBehind(lost, 'A')).toEqual([
    '1 person loses it, as they are not in B, or see no projects there',
    '2 roles that were given in this project alone end',
    '1 private snippet of people who lose it is kept, and seen by nobody until they have it again',
    'Webhooks, OAuth apps and access tokens of A do not reach it any more',
    'What it used until then stays on the bills of A, and so does its audit log',
    'Backups',
  ])
})

test('who gets it is counted', () => {
  expect(gainingText({ ...nothing, gaining_count: 1 })).toBe('1 person of B gets it, with the role that they have there.')
})
