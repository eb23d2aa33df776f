import type { AuthLimitUsage } from '@colonnade/contracts/auth/auth-limits'
import { isAllowed } from '@colonnade/contracts/foundation/permissions'
import { AppError } from '@colonnade/core'
import type { HasAuthLimits } from '../../../kernel/auth-limits.ts'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { messages } from '../messages.ts'

/** Includes addresses and users only for those who can see users. @throws AppError `unavailable` while no auth service runs */
export async function listLimitUsage(
  { parts }: Pick<PlatformContext<HasAuthLimits>, 'parts'>,
  { ref, permissions }: ProjectScope,
): Promise<AuthLimitUsage[]> {
  const usage = await parts.authLimits(ref)
  if (usage === null) throw new AppError('unavailable', {}, { message: messages.notRunning })
  const canSeeUsers = isAllowed(permissions, 'project_auth:all')
  return usage.map((each) => ({ ...each, caller: canSeeUsers ? each.caller : null }))
}
