import { describe, expect, test } from 'vitest'
import { planChange, type PlanSituation } from './plan-changes.ts'

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
    const { losses } = planChange(situation({ used, usage_billing_enabled: true, projects: [{ ...project, manual_backups: 3 }] }), 'free')
    expect(losses).toEqual([
      'Daily backups that are older than 3 days are removed',
      'Shop has 3 backups made by hand, and may have 2: they stay, but no more can be made',
      'Shop: asleep after at most 60 minutes without use, and after 15 where nothing is chosen',
      'Database size: this month is beyond the 1 GB that the Free plan includes',
      'Branches: this month is beyond the 744 hours that the Free plan includes',
      'The spend cap is on: the Free plan bills nothing',
    ])
  })
})

test('a refusal leads to the add-on, and what else would change is told with it', () => {
  const change = planChange(
    situation({ projects: [{ ...project, pitr_days: 14, has_dedicated_pooler: true, custom_domain: 'db.example.com' }] }),
    'free',
  )
  expect(change.refusals.map(({ addon }) => addon)).toEqual(['ipv4', 'custom_domain', 'pitr'])
  expect(change.losses).not.toEqual([])
})

test('branches are not counted as projects', () => {
  const branches = [1, 2, 3].map((each) => ({ ...project, ref: `b${each}`, name: `Shop / ${each}`, is_branch: true }))
  expect(planChange(situation({ projects: [project, ...branches] }), 'free').losses[1]).toMatch(/^1 project and 3 branches: asleep/)
})

test('sizes and read replicas are said to stay, with what the smaller plan includes', () => {
  const projects = [{ ...project, compute: 'large' as const, replicas: 2 }]
  expect(planChange(situation({ projects }), 'free').kept).toEqual([
    'Compute sizes stay: Shop (Large). The Free plan bills nothing for them',
    'Read replicas stay: Shop (2). The Free plan includes 744 hours a month: 1 all the time',
  ])
  expect(planChange(situation({ projects }), 'pro').kept[0]).toBe('Compute sizes stay: Shop (Large)')
  expect(planChange(situation({ projects, plan: 'pro' }), 'team').kept).toEqual([])
})

test('a larger plan takes nothing', () => {
  expect(planChange(situation({ plan: 'free' }), 'enterprise')).toEqual({ plan: 'enterprise', refusals: [], losses: [], kept: [] })
})

test('a domain is told as people write it', () => {
  const { refusals } = planChange(situation({ projects: [{ ...project, custom_domain: 'db.xn--schn-7qa.example' }] }), 'free')
  expect(refusals[0]!.text).toBe('Take the domain db.schön.example away from Shop: the Free plan has none')
})
