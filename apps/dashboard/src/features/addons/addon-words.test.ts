import type { AddonReport } from '@colonnade/contracts/projects/addons'
import type { ProjectStatus } from '@colonnade/contracts/projects/projects'
import { expect, test } from 'vitest'
import { choicesOf, consequenceOf, currentOf, mustWait, waitingText } from './addon-words.ts'

const report: AddonReport = {
  selected_addons: [],
  available_addons: [
    {
      type: 'compute_instance',
      variants: [
        { identifier: 'ci_nano', name: 'Nano', monthly_cents: 0, refusal: null },
        { identifier: 'ci_micro', name: 'Micro', monthly_cents: 0, refusal: null },
      ],
    },
    {
      type: 'pitr',
      variants: [
        { identifier: 'pitr_3', name: '3 days', monthly_cents: 0, refusal: null },
        { identifier: 'pitr_14', name: '14 days', monthly_cents: 0, refusal: 'This plan has recovery windows of up to 3 days' },
      ],
    },
    { type: 'ipv4', variants: [{ identifier: 'ipv4_default', name: 'Dedicated pooler', monthly_cents: 0, refusal: null }] },
  ],
  currency: 'USD',
}
const has = (type: 'pitr' | 'compute_instance' | 'ipv4', identifier: string, more: object = {}): AddonReport => ({
  ...report,
  selected_addons: [{ type, variant: { identifier, name: identifier }, state: 'READY', problem: null, ...more }],
})

test('of sizes there is always one, of the others none is a choice', () => {
  expect(choicesOf('compute_instance', report).map(({ identifier }) => identifier)).toEqual(['ci_nano', 'ci_micro'])
  expect(choicesOf('pitr', report).map(({ identifier, refusal }) => [identifier, refusal])).toEqual([
    [null, null],
    ['pitr_3', null],
    ['pitr_14', 'This plan has recovery windows of up to 3 days'],
  ])
  expect(choicesOf('compute_instance', report)[1]!.detail).toBe('128 MB buffers, 60 connections, 6 workers')
})

test('without an add-on a project has the smallest size, and nothing of the others', () => {
  expect(currentOf('compute_instance', report)).toMatchObject({ identifier: 'ci_nano', name: 'Nano', state: 'READY' })
  expect(currentOf('ipv4', report)).toMatchObject({ identifier: null, name: 'Shared pooler' })
  expect(currentOf('pitr', has('pitr', 'pitr_3'))).toMatchObject({ identifier: 'pitr_3' })
})

test('a problem is told while it is one', () => {
  expect(currentOf('ipv4', has('ipv4', 'ipv4_default', { state: 'FAILING', problem: 'taken' })).problem).toBe('taken')
  expect(currentOf('ipv4', has('ipv4', 'ipv4_default', { state: 'READY', problem: 'taken' })).problem).toBeNull()
})

test('of a project that is not active, what is said to have to wait is what can not be chosen', () => {
  const waiting = (type: 'compute_instance' | 'pitr' | 'ipv4', of: AddonReport, status: ProjectStatus = 'INACTIVE') => {
    const project = { status, parent_project_ref: null }
    const current = currentOf(type, of)
    const others = choicesOf(type, of).filter(({ identifier }) => identifier !== current.identifier)
    return [others.filter(({ identifier }) => mustWait(type, project, current, identifier)).length, waitingText(type, project, current)]
  }
  expect(waiting('pitr', report)).toEqual([2, 'You can turn it on when the project is active.'])
  expect(waiting('pitr', has('pitr', 'pitr_3'))).toEqual([0, null])
  expect(waiting('compute_instance', report)).toEqual([1, 'You can change it when the project is active.'])
  expect(waiting('ipv4', report)).toEqual([0, null])
  // a larger size may be what an unhealthy one needs; recovery begins with a copy of one that works
  expect(waiting('compute_instance', report, 'UNHEALTHY')).toEqual([0, null])
  expect(waiting('pitr', report, 'UNHEALTHY')).toEqual([2, 'You can turn it on when the project is active.'])
  expect((['compute_instance', 'pitr', 'ipv4'] as const).map((type) => waiting(type, report, 'ACTIVE_HEALTHY')[0])).toEqual([0, 0, 0])
})

test.for([
  ['compute_instance', 'ci_nano', { identifier: 'ci_micro', name: 'Micro' }, 'Change to Micro', false],
  ['pitr', null, { identifier: 'pitr_3', name: '3 days' }, 'Turn on, 3 days', false],
  ['pitr', 'pitr_3', { identifier: 'pitr_14', name: '14 days' }, 'Change to 14 days', false],
  ['pitr', 'pitr_14', { identifier: 'pitr_3', name: '3 days' }, 'Change to 3 days', true],
  ['pitr', 'pitr_3', { identifier: null, name: 'Off' }, 'Turn off', true],
  ['ipv4', null, { identifier: 'ipv4_default', name: 'Dedicated pooler' }, 'Turn on', false],
  ['ipv4', 'ipv4_default', { identifier: null, name: 'Shared pooler' }, 'Turn off', true],
] as const)('%s from %s to %o: "%s", asked once more: %s', ([type, from, to, button, isDanger]) => {
  expect(consequenceOf(type, { identifier: from }, to)).toMatchObject({ button, isDanger })
})
