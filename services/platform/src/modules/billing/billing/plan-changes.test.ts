import { describe, expect, test } from 'vitest'
import { planChange, type PlanSituation } from './plan-changes.ts'
import { messages } from './messages.ts'

const { losses, kept } = messages

const project = {
  ref: 'a',
  name: 'Shop',
  is_branch: false,
  compute: 'nano' as const,
  pitr_days: null,
  has_dedicated_pooler: false,
  custom_domain: null,
  manual_backups: 0,
  replicas: 0,
  sleep_after_minutes: null,
}
const situation = (change: Partial<PlanSituation> = {}): PlanSituation => ({
  plan: 'team',
  usage_billing_enabled: false,
  projects: [project],
  used: {},
  ...change,
})

describe('a smaller plan', () => {
  test.each([
    ['a dedicated pooler, on the free plan', { has_dedicated_pooler: true }, 'free' as const, 1],
    ['a dedicated pooler, on a paid plan', { has_dedicated_pooler: true }, 'pro' as const, 0],
    ['a custom domain, on the free plan', { custom_domain: 'db.example.com' }, 'free' as const, 1],
    ['a window that the plan keeps', { pitr_days: 7 }, 'pro' as const, 0],
    ['a window that it does not keep', { pitr_days: 14 }, 'pro' as const, 1],
    ['both', { pitr_days: 14, has_dedicated_pooler: true }, 'free' as const, 2],
    ['a size, which every plan may have', { compute: 'large' as const }, 'free' as const, 0],
  ])('is refused with %s, until it is given up', (_, change, to, refusals) => {
    const found = planChange(situation({ projects: [{ ...project, ...change }] }), to).refusals
    expect(found).toHaveLength(refusals)
    expect(found.every(({ text, project_ref: ref }) => text.includes('Shop') && ref === 'a')).toBe(true)
  })

  test('names what is lost, and what is exceeded', () => {
    const used = { database_size: 2 * 1024 ** 3, egress: 1, branches: 745 }
    const change = planChange(situation({ used, usage_billing_enabled: true, projects: [{ ...project, manual_backups: 3 }] }), 'free')
    expect(change.losses).toEqual([
      losses.dailyBackups('3 days'),
      losses.manualBackups('Shop', 3, 2),
      losses.sleep('Shop', 60, 15),
      losses.usage('Database size', '1 GB', 'Free'),
      losses.usage('Branches', '744 hours', 'Free'),
      losses.spendCap,
    ])
  })
})

test('a refusal names its add-on and lists what else would change', () => {
  const change = planChange(
    situation({ projects: [{ ...project, pitr_days: 14, has_dedicated_pooler: true, custom_domain: 'db.example.com' }] }),
    'free',
  )
  expect(change.refusals.map(({ addon }) => addon)).toEqual(['ipv4', 'custom_domain', 'pitr'])
  expect(change.losses).not.toEqual([])
})

test('branches are not counted as projects', () => {
  const branches = [1, 2, 3].map((each) => ({ ...project, ref: `b${each}`, name: `Shop / ${each}`, is_branch: true }))
  expect(planChange(situation({ projects: [project, ...branches] }), 'free').losses[1]).toMatch(/^1 project and 3 branches: /)
})

test('sizes and read replicas stay, with what the smaller plan includes', () => {
  const projects = [{ ...project, compute: 'large' as const, replicas: 2 }]
  expect(planChange(situation({ projects }), 'free').kept).toEqual([
    kept.sizes('Shop (Large)', true),
    kept.replicasWithin('Shop (2)', 'Free', 744, 1),
  ])
  expect(planChange(situation({ projects }), 'pro').kept[0]).toBe(kept.sizes('Shop (Large)', false))
  expect(planChange(situation({ projects, plan: 'pro' }), 'team').kept).toEqual([])
})

test('a larger plan takes nothing', () => {
  expect(planChange(situation({ plan: 'free' }), 'enterprise')).toEqual({ plan: 'enterprise', refusals: [], losses: [], kept: [] })
})

test('a domain is told as people write it', () => {
  const { refusals } = planChange(situation({ projects: [{ ...project, custom_domain: 'db.xn--schn-7qa.example' }] }), 'free')
  expect(refusals[0]!.text).toBe(messages.refusals.customDomain('Shop', 'db.schön.example'))
})
