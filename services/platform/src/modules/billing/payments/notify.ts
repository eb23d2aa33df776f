import { moneyText } from '@colonnade/contracts/billing/prices'
import type { Transaction } from '@colonnade/pg'
import { findBillingEmails } from '../billing/store.ts'
import { paths } from '../../installation/mails/paths.ts'
import { type Post, postMail } from '../../installation/mails/post.ts'
import { insertForOwner, insertForPermissionIn } from '../../installation/notifications/store.ts'
import { type Attempt, writeLine } from './attempt-store.ts'
import { messages } from './messages.ts'

export interface Failure {
  readonly reason: string
  readonly needsConfirmation: boolean
  readonly retryAt: Date | null
}

/** Notifies the people who manage billing that a charge of their card failed, and what to do. */
export async function notifyFailure(post: Post, tx: Transaction, attempt: Attempt, { reason, needsConfirmation, retryAt }: Failure): Promise<void> {
  const { organization_id: organizationId, number, total_cents: cents, currency } = attempt
  const money = moneyText(cents, currency)
  const next = retryAt === null ? messages.failed.noRetry : messages.failed.retry(retryAt.toISOString().slice(0, 10))
  const advice = needsConfirmation ? messages.failed.confirm : messages.failed.pay
  await insertForPermissionIn(tx, organizationId, 'billing:manage', {
    priority: 'Critical',
    title: messages.failed.title(number),
    message: messages.failed.message(money, reason, advice, next),
    actions: [{ label: messages.failed.action, action_type: 'open_billing' }],
  })
  const organization = await findBillingEmails(tx, organizationId)
  if (organization === undefined) {
    await insertForOwner(tx, null, {
      priority: 'Warning',
      title: messages.failedAfterDelete.title(number),
      message: messages.failedAfterDelete.message(attempt.billed_to.name, money, reason),
      actions: [{ label: messages.returned.action, action_type: 'open_installation' }],
    })
    return
  }
  if (post.config.mail.transport === 'none') return
  for (const to of organization.emails) {
    await postMail(post, tx, {
      to,
      kind: 'billing',
      subject: messages.failed.subject(number, organization.name),
      paragraphs: [messages.failed.paragraph(organization.name, money, number, reason), advice, next],
      action: { label: messages.failed.action, path: paths.billing(organization.slug) },
    })
  }
}

/** Notifies the owner of the installation of a payment for an invoice that was already settled. People decide about the refund. */
export function notifyDoublePayment(
  tx: Transaction,
  { number, billed_to: billedTo, total_cents: cents, currency, invoice_status: status }: Attempt,
): Promise<void> {
  return insertForOwner(tx, null, {
    priority: 'Critical',
    title: messages.paidTwice.title(number),
    message: messages.paidTwice.message(billedTo.name, moneyText(cents, currency), status === 'void'),
    actions: [{ label: messages.returned.action, action_type: 'open_installation' }],
  })
}

/** Records a refund or dispute and notifies the owner of the installation. The invoice stays paid; people decide what to do. */
export async function notifyReturn(
  tx: Transaction,
  { number, organization_id: organizationId, billed_to: billedTo, currency }: Attempt,
  { refundedCents, isDisputed }: { readonly refundedCents: number; readonly isDisputed: boolean },
): Promise<void> {
  if (refundedCents === 0 && !isDisputed) return
  await writeLine(tx, 'organization.payment_returned', organizationId, { number, refunded_cents: refundedCents, is_disputed: isDisputed })
  const refunded = refundedCents > 0 ? moneyText(refundedCents, currency) : null
  await insertForOwner(tx, null, {
    priority: isDisputed ? 'Critical' : 'Info',
    title: messages.returned.title(number, isDisputed),
    message: messages.returned.message(billedTo.name, refunded, isDisputed),
    actions: [{ label: messages.returned.action, action_type: 'open_installation' }],
  })
}
