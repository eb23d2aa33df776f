import { backupStatuses } from '@colonnade/contracts/copies/backups'
import { expect, test } from 'vitest'
import { isWhole, lookOf, originOf, stepsOf } from './backup-looks.ts'

const proof = { at: '2026-01-01T00:00:00.000Z', tables: 1, indexes: 1 }
const at = proof.at

test('only a backup that is there and was proved is called proved', () => {
  expect(lookOf({ status: 'COMPLETED', proof }).label).toBe('Verified')
  for (const status of backupStatuses) expect(lookOf({ status, proof: null }).label).not.toBe('Verified')
  expect(lookOf({ status: 'DAMAGED', proof }).label).toBe('Damaged')
  expect(backupStatuses.filter((status) => isWhole({ status }))).toEqual(['COMPLETED'])
})

test('a backup says who asked for it, and one of before an upgrade between which versions', () => {
  const upgrade = { from_version: '17.10', to_version: '18.4' }
  expect(originOf({ kind: 'scheduled', upgrade: null })).toBe('Automatic')
  expect(originOf({ kind: 'manual', upgrade: null })).toBe('Manual')
  expect(originOf({ kind: 'before_upgrade', upgrade })).toBe('Before the upgrade from Postgres 17.10 to 18.4')
})

test('a restore shows what is done, what is under way, and where it failed', () => {
  const steps = [
    { step: 'requested', at },
    { step: 'checked', at },
  ] as const
  const statesOf = (status: 'RUNNING' | 'FAILED') =>
    stepsOf({ steps: [...steps], status, problem: 'no' }).map(({ state, message }) => [state, message])
  expect(statesOf('RUNNING')).toEqual([
    ['done', null],
    ['done', null],
    ['running', null],
    ['waiting', null],
    ['waiting', null],
  ])
  expect(statesOf('FAILED')[2]).toEqual(['failed', 'no'])
})
