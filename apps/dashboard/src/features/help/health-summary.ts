import type { ServiceHealth } from '@colonnade/contracts/projects/project-health'
import { healthSummaryText } from './messages.ts'

export interface HealthSummary {
  readonly tone: 'good' | 'warning' | 'bad' | 'unknown'
  readonly text: string
}

/** What is known of one thing that was asked. */
export type Asked<Answer> = { readonly kind: 'asking' } | { readonly kind: 'failed' } | { readonly kind: 'answered'; readonly answer: Answer }

/** One line on how things are: the platform, and the services of the project that is open, if one is. It claims nothing that was not asked. */
export function healthSummary(platform: Asked<unknown>, project: Asked<readonly ServiceHealth[]> | null): HealthSummary {
  if (platform.kind === 'failed') return { tone: 'bad', text: healthSummaryText.down }
  if (platform.kind === 'asking' || project?.kind === 'asking') return { tone: 'unknown', text: healthSummaryText.checking }
  if (project === null) return { tone: 'good', text: healthSummaryText.platformUp }
  if (project.kind === 'failed') return { tone: 'warning', text: healthSummaryText.projectUnknown }
  const broken = project.answer.find(({ status }) => status === 'UNHEALTHY')
  if (broken) return { tone: 'bad', text: broken.message }
  const other = project.answer.find(({ status }) => status !== 'HEALTHY')
  if (other) return { tone: 'warning', text: other.message }
  return { tone: 'good', text: healthSummaryText.allUp }
}
