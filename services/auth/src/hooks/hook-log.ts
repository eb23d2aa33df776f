import type { AuthHookCall } from '@colonnade/contracts/auth/auth-hook-calls'
import type { HookName } from '@colonnade/contracts/auth/message-fields'
import { hookCallsKept, projectsMost } from '../limits.ts'

/** The last calls of hooks, in memory: for who wonders why a hook does not do what it should. Nothing of what they said is in it. */
export interface HookLog {
  add(ref: string, call: AuthHookCall): void
  /** Newest first. */
  list(ref: string): readonly AuthHookCall[]
}

export function createHookLog(): HookLog {
  /** In the order of their last call, oldest first. */
  const projects = new Map<string, Map<HookName, AuthHookCall[]>>()
  return {
    add(ref, call) {
      const hooks = projects.get(ref) ?? new Map<HookName, AuthHookCall[]>()
      hooks.set(call.hook, [call, ...(hooks.get(call.hook) ?? [])].slice(0, hookCallsKept))
      projects.delete(ref)
      projects.set(ref, hooks)
      if (projects.size > projectsMost) projects.delete(projects.keys().next().value!)
    },
    list: (ref) => [...(projects.get(ref)?.values() ?? [])].flat().toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at)),
  }
}
