import type { AuthLimitUsage } from '@colonnade/contracts/auth/auth-limits'

/** A context's part: how much of a project's limits its auth service has used; null while none runs. */
export interface HasAuthLimits {
  readonly authLimits: (ref: string) => Promise<readonly AuthLimitUsage[]> | null
}
