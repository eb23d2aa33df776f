import type { DiskUse } from '@colonnade/contracts/projects/disk'
import { useState } from 'react'
import { type DiskRates, ratesOf } from './disk-words.ts'

/** What was done between the last two looks at the disk; null until there are two. */
export function useRates(use: DiskUse | undefined): DiskRates | null {
  const now = use?.server?.counters
  const [last, setLast] = useState<{ readonly counters: typeof now; readonly rates: DiskRates | null }>({ counters: undefined, rates: null })
  if (now === last.counters) return last.rates
  const rates = now === undefined ? null : ratesOf(last.counters, now)
  setLast({ counters: now, rates })
  return rates
}
