import { moneyText } from '@colonnade/contracts/billing/prices'
import type { Transaction } from '@colonnade/pg'
import { findBillingEmails } from '../billing/store.ts'
import { paths } from '../../installation/mails/paths.ts'
import { type Post, postMail } from '../../installation/mails/post.ts'
import { insertForOwner, insertForPermissionIn } from '../../installation/notifications/store.ts'
import { type Attempt, writeLine } from './attempt-store.ts'

export interface Failure {
  readonly reason: string
  readonly needsConfirmation: boolean
  readonly retryAt: Date | null
}

/** Tells who pays that a charge of their card failed, and what to do. */
export async function tellFailure(post: Post, tx: Transaction, attempt: Attempt, { reason, needsConfirmation, retryAt }: Failure): Promise<void> {
  const { organization_id: organizationId, number, total_cents: cents, currency } = attempt
  const money = moneyText(cents, currency)
  const next =
    retryAt === null
      ? 'The card is not charged for it again by itself.'
      : `The card is charged again on ${retryAt.toISOString().slice(0, 10)}, unless it is paid before.`
  const what = needsConfirmation
    ? 'The bank wants its owner to confirm it: pay the invoice on the billing page, where that can be done.'
    : 'Pay it on the billing page, or add another card there, which is charged at once.'
  await insertForPermissionIn(tx, organizationId, 'billing:manage', {
    priority: 'Critical',
    title: `Invoice ${number} could not be paid`,
    message: `The card was not charged ${money}: ${reason}. ${what} ${next}`,
    actions: [{ label: 'Open the billing page', action_type: 'open_billing' }],
  })
  const organization = await findBillingEmails(tx, organizationId)
  if (organization === undefined) {
    await insertForOwner(tx, null, {
      priority: 'Warning',
      title: `Invoice ${number} of a deleted organization could not be paid`,
      message: `The card of ${attempt.billed_to.name} was not charged ${money}: ${reason}. It is not tried again.`,
      actions: [{ label: 'Open the installation', action_type: 'open_installation' }],
    })
    return
  }
  if (post.config.mail.transport === 'none') return
  for (const to of organization.emails) {
    await postMail(post, tx, {
      to,
      kind: 'billing',
      subject: `Invoice ${number} of ${organization.name} could not be paid`,
      paragraphs: [`The card of ${organization.name} was not charged ${money} for invoice ${number}: ${reason}.`, what, next],
      action: { label: 'Open the billing page', path: paths.billing(organization.slug) },
    })
  }
}

/** Tells the owner of the installation that money came for what was settled in another way: who gets it back is for people to decide. */
export function tellDoublePayment(
  tx: Transaction,
  { number, billed_to: billedTo, total_cents: cents, currency, invoice_status: status }: Attempt,
): Promise<void> {
  return insertForOwner(tx, null, {
    priority: 'Critical',
    title: `Invoice ${number} was paid by card, too`,
    message: `${billedTo.name} paid ${moneyText(cents, currency)} by card although the invoice was ${status === 'void' ? 'void' : 'marked as paid'}. Refund it in Stripe’s dashboard.`,
    actions: [{ label: 'Open the installation', action_type: 'open_installation' }],
  })
}

/** Writes down that money went back, and tells the owner of the installation: the invoice stays paid, what is done about it is for people to decide. */
export async function tellReturn(
  tx: Transaction,
  { number, organization_id: organizationId, billed_to: billedTo, currency }: Attempt,
  { refundedCents, isDisputed }: { readonly refundedCents: number; readonly isDisputed: boolean },
): Promise<void> {
  if (refundedCents === 0 && !isDisputed) return
  await writeLine(tx, 'organization.payment_returned', organizationId, { number, refunded_cents: refundedCents, is_disputed: isDisputed })
  const refunded = refundedCents > 0 ? `${moneyText(refundedCents, currency)} of it were refunded.` : ''
  await insertForOwner(tx, null, {
    priority: isDisputed ? 'Critical' : 'Info',
    title: `The payment of invoice ${number} was ${isDisputed ? 'disputed' : 'refunded'}`,
    message: `${billedTo.name} had paid it by card. ${refunded}${isDisputed ? ' Its bank is asked for the money back: answer it in Stripe’s dashboard.' : ''}`,
    actions: [{ label: 'Open the installation', action_type: 'open_installation' }],
  })
}
