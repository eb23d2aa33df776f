import { expect, test } from 'vitest'
import { type Asked, healthSummary } from './health-summary.ts'

const answered = <Answer>(answer: Answer): Asked<Answer> => ({ kind: 'answered', answer })
const healthy = { id: 'database', status: 'HEALTHY', message: 'Postgres answers' } as const
const full = { id: 'disk', status: 'WARNING', message: 'The disk is 92 % full' } as const
const down = { id: 'connections', status: 'UNHEALTHY', message: 'Nobody gets a connection' } as const

test.each([
  { platform: { kind: 'failed' }, project: answered([healthy]), tone: 'bad', text: 'Colonnade isn’t responding' },
  { platform: { kind: 'asking' }, project: null, tone: 'unknown', text: 'Checking all systems…' },
  { platform: answered('ok'), project: { kind: 'asking' }, tone: 'unknown', text: 'Checking all systems…' },
  { platform: answered('ok'), project: null, tone: 'good', text: 'All platform systems operational' },
  { platform: answered('ok'), project: { kind: 'failed' }, tone: 'warning', text: 'The platform is operational, but this project can’t be checked' },
  { platform: answered('ok'), project: answered([healthy]), tone: 'good', text: 'All systems and this project operational' },
  { platform: answered('ok'), project: answered([healthy, full]), tone: 'warning', text: 'The disk is 92 % full' },
  { platform: answered('ok'), project: answered([full, down]), tone: 'bad', text: 'Nobody gets a connection' },
] as const)('$text', ({ platform, project, tone, text }) => {
  expect(healthSummary(platform, project)).toEqual({ tone, text })
})
