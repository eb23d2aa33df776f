import { useSyncExternalStore } from 'react'
import type { Plan } from './model/plan.ts'

/** A plan that the next ones are compared with. */
export interface PinnedPlan {
  readonly plan: Plan
  readonly at: Date
}

/** By project, for as long as the page is open. */
const pinned = new Map<string, PinnedPlan>()
const listeners = new Set<() => void>()

export function pinPlan(ref: string, plan: Plan | null): void {
  if (plan === null) pinned.delete(ref)
  else pinned.set(ref, { plan, at: new Date() })
  for (const listener of listeners) listener()
}

export function usePinnedPlan(ref: string): PinnedPlan | null {
  return useSyncExternalStore(subscribe, () => pinned.get(ref) ?? null)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
