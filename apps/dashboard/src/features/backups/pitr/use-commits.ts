import type { PitrCommits } from '@colonnade/contracts/copies/pitr'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSettled } from '../../../lib/late/use-settled.ts'
import { commitsQuery } from '../queries.ts'
import type { Commit } from './commit-text.ts'
import { isDestructive } from './commit-text.ts'
import type { Span } from './recoverable.ts'

/** A moment that is being dragged isn't asked about. */
const settleMs = 300
const secondMs = 1_000

export interface Commits {
  readonly data: PitrCommits | undefined
  readonly error: Error | null
  readonly retry: () => void
  /** Those of the recent commits and of the commits around the moment that removed data, for the timeline. */
  readonly removals: readonly Commit[]
}

/** Reads the commits around a moment; those before now until a moment is chosen. */
export function useCommits(ref: string, whole: Span | undefined, chosen: number | null, isEnabled: boolean): Commits {
  const [openedAt] = useState(() => Math.floor(Date.now() / secondMs) * secondMs)
  // the end of the window moves on each second, which is no reason to read again
  const inWindow = (time: number): number => (whole === undefined ? time : Math.max(whole.from, Math.min(whole.until, time)))
  const recent = useQuery({ ...commitsQuery(ref, inWindow(openedAt)), enabled: isEnabled })
  const around = useSettled(chosen === null ? inWindow(openedAt) : inWindow(chosen), settleMs)
  const { data, error, refetch } = useQuery({ ...commitsQuery(ref, around), enabled: isEnabled, placeholderData: keepPreviousData })
  const known = new Map([...(recent.data?.commits ?? []), ...(data?.commits ?? [])].map((commit) => [commit.at, commit]))
  return { data, error, retry: () => void refetch(), removals: [...known.values()].filter(isDestructive) }
}
