import type { AppGrant } from '@colonnade/contracts/organizations/apps'
import { AppError, isId } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { Actor, OrganizationScope } from '../../../kernel/serve.ts'
import * as store from './store.ts'

export function listMemberGrants({ database }: PlatformContext, { organizationId }: OrganizationScope): Promise<AppGrant[]> {
  return store.listGrants(database, { organizationId })
}

export function listOwnGrants({ database }: PlatformContext, { userId }: Actor): Promise<AppGrant[]> {
  return store.listGrants(database, { userId })
}

/** One of the organization's, or one of the person's. What its tokens have open ends at once. @throws AppError `app_grant_not_found` */
export function revokeGrant(
  { database }: PlatformContext,
  whose: Pick<OrganizationScope, 'organizationId'> | Pick<Actor, 'userId'>,
  id: string,
  audit: AuditRecorder<Transaction>,
): Promise<undefined> {
  return database.transaction(async (tx) => {
    const ended = isId(id) ? await store.deleteGrant(tx, id, 'userId' in whose ? { userId: whose.userId } : whose) : undefined
    if (!ended) throw new AppError('app_grant_not_found', { id })
    await audit(tx, { organizationId: ended.organization_id, details: { id, app: ended.app, app_id: ended.app_id, user: ended.email } })
    return undefined
  })
}

export function forgetEndedApps({ database }: PlatformContext): Promise<void> {
  return store.deleteEnded(database)
}
