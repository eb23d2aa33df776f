import type { DocumentText, OrganizationDocument } from '@colonnade/contracts/installation/documents'
import { AppError, isId } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { Actor, OrganizationScope } from '../../../kernel/serve.ts'
import { lastNumber, replaced, retrieveText, type VersionName } from './service.ts'
import * as store from './store.ts'
import { messages } from './messages.ts'

export function listOrganizationDocuments({ database }: PlatformContext, { organizationId }: OrganizationScope): Promise<OrganizationDocument[]> {
  return store.listFor(database, organizationId)
}

/** @throws AppError `document_not_found` */
export function retrieveOrganizationText(
  ctx: PlatformContext,
  { organizationId }: OrganizationScope,
  { id, number }: VersionName,
): Promise<DocumentText> {
  return retrieveText(ctx, { id, number }, organizationId)
}

/**
 * Accepts a document for the whole organization, once. A version that was replaced while it was read is not accepted.
 *
 * @throws AppError `document_not_found`, `document_replaced`, `document_accepted`
 */
export function acceptDocument(
  ctx: PlatformContext,
  { userId }: Actor,
  { organizationId }: OrganizationScope,
  { id, number }: { readonly id: string; readonly number: number },
  audit: AuditRecorder<Transaction>,
): Promise<OrganizationDocument> {
  return ctx.database.transaction(async (tx) => {
    if (isId(id)) await store.lockDocument(tx, id)
    const found = isId(id) ? await store.findFor(tx, organizationId, id) : undefined
    if (!found?.asks_acceptance || found.is_withdrawn) throw new AppError('document_not_found', { id })
    if (number !== lastNumber(found)) throw replaced(lastNumber(found))
    if (!(await store.insertAcceptance(tx, id, number, organizationId, userId))) {
      const by = found.acceptances[0]!.accepted_by
      throw new AppError('document_accepted', { id }, { message: messages.alreadyAccepted(by) })
    }
    await audit(tx, { organizationId, details: { id, title: found.title, number } })
    return (await store.findFor(tx, organizationId, id))!
  })
}
