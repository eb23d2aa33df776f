import type { AuthHookCall } from '@colonnade/contracts/auth/auth-hook-calls'

/** A context's part: the last calls of a project's hooks, newest first; none while no auth service runs. */
export interface HasAuthHookCalls {
  readonly authHookCalls: (ref: string) => readonly AuthHookCall[]
}
