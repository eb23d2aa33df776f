import { rolePermissions } from '@colonnade/contracts/foundation/permissions'
import { projectStatuses } from '@colonnade/contracts/projects/projects'
import { expect, test } from 'vitest'
import { branchingGate } from './branching-gate.ts'

test('an active project and the permission enable it', () => {
  expect(branchingGate('ACTIVE_HEALTHY', rolePermissions.developer)).toEqual({ isEnabled: true, tooltip: null })
})

test.each(projectStatuses.filter((status) => status !== 'ACTIVE_HEALTHY'))('a project that is %s has to be unpaused first', (status) => {
  expect(branchingGate(status, rolePermissions.owner)).toEqual({ isEnabled: false, tooltip: 'Unpause your project to enable branching' })
})

test.each(projectStatuses)('without the permission it stays disabled, also for %s', (status) => {
  expect(branchingGate(status, rolePermissions['read-only'])).toEqual({
    isEnabled: false,
    tooltip: 'You need additional permissions to enable branching',
  })
})
