import type { AuthHookCall } from '@colonnade/contracts/auth/auth-hook-calls'

/** Part of a context: the latest calls of a project's hooks, newest first; none while no auth service runs. */
export interface HasAuthHookCalls {
  readonly authHookCalls: (ref: string) => readonly AuthHookCall[]
}
