import type { Identity } from '@colonnade/contracts/people/identities'
import { AppError, newSecret } from '@colonnade/core'
import type { RequestFacts } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import { writeAudit } from '../../../kernel/audit.ts'
import type { PlatformContext } from '../../../kernel/context.ts'
import { notifyOwner } from '../account/letters.ts'
import { hashToken } from '../../../kernel/people/token-hash.ts'
import * as store from './store.ts'
import { messages } from './messages.ts'

/** Keeps an identity until the person whose address it has shows their password. Returns what opens it, once. */
export async function keepUnlinked(
  ctx: PlatformContext,
  userId: string,
  identity: store.ProvenIdentity & { readonly email: string },
): Promise<string> {
  const token = newSecret(ctx.random)
  await store.insertUnlinked(ctx.database, hashToken(token), userId, identity)
  return token
}

/** Links what was kept, once its person has shown who they are. @throws AppError `identity_flow_over`, `identity_taken` */
export async function linkKept(ctx: PlatformContext, tx: Transaction, tokenHash: Buffer, request: RequestFacts): Promise<void> {
  const kept = await store.findUnlinked(tx, tokenHash)
  if (!kept) throw new AppError('identity_flow_over')
  await store.deleteUnlinked(tx, tokenHash)
  const { user_id: userId, provider_key: providerKey, issuer, subject, email } = kept
  await linkIdentity(ctx, tx, userId, { providerKey, issuer, subject, email })
  await writeAudit(tx, 'identity.linked', null, request, { userId, details: { provider: kept.provider_name, email } })
}

/** Links an identity and mails the owner of the account. @throws AppError `identity_taken` */
export async function linkIdentity(ctx: PlatformContext, tx: Transaction, userId: string, identity: store.ProvenIdentity): Promise<Identity> {
  const linked = await store.insertIdentity(tx, userId, identity)
  if (!linked) {
    const isOwn = (await store.findOwner(tx, identity)) === userId
    throw new AppError('identity_taken', {}, { message: isOwn ? messages.alreadyYours : undefined })
  }
  await notifyOwner(ctx, tx, userId, 'identity_linked')
  return linked
}

/** After a way in was taken away, in the same transaction. @throws AppError `last_way_in` */
export async function requireWayIn(tx: Transaction, userId: string): Promise<void> {
  if (!(await store.hasWayIn(tx, userId))) throw new AppError('last_way_in')
}
