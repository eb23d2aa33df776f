import type { AuthLimit } from '@colonnade/contracts/auth/auth-limits'
import type { Clock } from '@colonnade/core'
import { projectsMost } from '../limits.ts'
import { createMinutes, type Minutes } from './minutes.ts'

/** Counts what limits have refused within the last hour, in memory. */
export interface Refusals {
  add(ref: string, limit: AuthLimit): void
  lastHour(ref: string, limit: AuthLimit): number
}

export function createRefusals(clock: Clock): Refusals {
  /** In the order of their last refusal, oldest first. */
  const projects = new Map<string, Map<AuthLimit, Minutes>>()
  return {
    add(ref, limit) {
      const refused = projects.get(ref) ?? new Map<AuthLimit, Minutes>()
      projects.delete(ref)
      projects.set(ref, refused)
      if (projects.size > projectsMost) projects.delete(projects.keys().next().value!)
      const minutes = refused.get(limit) ?? createMinutes(clock)
      refused.set(limit, minutes)
      minutes.add(0, 1)
    },
    lastHour: (ref, limit) => projects.get(ref)?.get(limit)?.lastHour() ?? 0,
  }
}
