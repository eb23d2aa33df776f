import type { AuthLimitUsage } from '@colonnade/contracts/auth/auth-limits'

/** Part of a context: a project's used rate limits in the auth service; null while none runs. */
export interface HasAuthLimits {
  readonly authLimits: (ref: string) => Promise<readonly AuthLimitUsage[]> | null
}
