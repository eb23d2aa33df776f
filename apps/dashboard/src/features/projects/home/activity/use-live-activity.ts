import type { ProjectActivity } from '@colonnade/contracts/projects/projects'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useIsVisible } from '../../../../lib/use-is-visible.ts'
import { usePreferences } from '../../../../scope/preferences.ts'
import { activityPollMs, liveActivityPollMs } from '../../limits.ts'
import { activityQuery } from '../../queries.ts'
import { ratePerSecond, type CounterReading } from './rate.ts'

export interface LiveActivity {
  readonly activity: ProjectActivity | undefined
  /** Since the reading before; null for the first one. */
  readonly transactionsPerSecond: number | null
  readonly pollMs: number
  readonly error: Error | null
  readonly retry: () => void
}

/** Figures of the running database, refreshed while the page is looked at. */
export function useLiveActivity(ref: string): LiveActivity {
  const isVisible = useIsVisible()
  const pollMs = usePreferences().feature_previews.includes('live-activity') ? liveActivityPollMs : activityPollMs
  const { data, dataUpdatedAt, error, refetch } = useQuery({ ...activityQuery(ref), refetchInterval: isVisible && pollMs })
  const [last, setLast] = useState<{ readonly reading: CounterReading; readonly rate: number | null } | null>(null)
  if (data && last?.reading.at !== dataUpdatedAt) {
    const reading = { at: dataUpdatedAt, count: data.transactions, epoch: data.started_at }
    setLast({ reading, rate: ratePerSecond(last?.reading ?? null, reading) })
  }
  return { activity: data, transactionsPerSecond: last?.rate ?? null, pollMs, error, retry: () => void refetch() }
}
