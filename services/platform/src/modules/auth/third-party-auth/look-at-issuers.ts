import { isAppError } from '@colonnade/core'
import type { PlatformContext } from '../../../kernel/context.ts'
import { issuerAskedMinutes, issuersAtOnce, issuersInRound } from '../../../kernel/limits.ts'
import { retrieveSettings } from '../../installation/installation/store.ts'
import { findKeys } from './find-keys.ts'
import * as store from './store.ts'

/** Updates the keys of issuers that are due; services are notified of changes. */
export async function lookAtIssuers({ database }: Pick<PlatformContext, 'database'>): Promise<void> {
  const due = (await store.listDue(database, issuerAskedMinutes, issuersInRound)).values()
  const { private_webhooks: arePrivateAllowed } = await retrieveSettings(database)
  const lookThrough = async (): Promise<void> => {
    for (const { id, issuer, jwksUrl } of due) {
      try {
        await store.recordKeys(database, id, await findKeys({ issuer, jwksUrl, arePrivateAllowed }))
      } catch (error) {
        if (!isAppError(error, 'issuer_refused')) throw error
        await store.recordProblem(database, id, error.message)
      }
    }
  }
  await Promise.all(Array.from({ length: issuersAtOnce }, lookThrough))
}
