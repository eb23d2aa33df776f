import { listEndpoints } from '@colonnade/contracts/apis/platform-api'
import { wholeApi } from '@colonnade/contracts/apis/whole-api'
import { expect, test } from 'vitest'
import { outcomes } from './outcomes.ts'

/** Actions that are still under way when they are answered, and whose success notifies nobody. */
const quiet: readonly string[] = [
  'backup.proved',
  'backup.removed',
  'branch.merge_rehearsed',
  'branch.merged',
  'branch.table_copied',
  'installation.offsite_copied',
  'mail.tested',
  'project.upgrade_rehearsed',
  'replica.removed',
  'replica.restarted',
]
const audited = listEndpoints(wholeApi).flatMap(({ endpoint: { audit, status } }) => (audit === undefined ? [] : [{ audit, status }]))
const asked: readonly string[] = Object.values(outcomes).flat()

test('every action that goes on after its answer says how its success is announced', () => {
  const ongoing = [...new Set(audited.filter(({ status }) => status === 202).map(({ audit }) => audit))]
  expect(ongoing.filter((event) => !asked.includes(event) && !quiet.includes(event))).toEqual([])
  expect(ongoing).toEqual(expect.arrayContaining([...quiet]))
})

test('every outcome is that of actions that the API has', () => {
  const known: readonly string[] = audited.map(({ audit }) => audit)
  expect(asked.filter((event) => !known.includes(event))).toEqual([])
})
