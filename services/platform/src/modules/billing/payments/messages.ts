const openBilling = 'Open billing'
const openInstallation = 'Open installation'

/** Texts of card payments: errors, notifications and mails. Money is formatted, days are ISO dates, numbers are those of invoices. */
export const messages = {
  stripeAway: 'Stripe isn’t responding. Nothing was changed. Try again in a minute.',
  stripeKey: 'Stripe rejected this installation’s API key. Contact the owner of the installation.',
  stripeRefused: (reason: string) => `Stripe declined the request: ${reason}`,
  pageExpired: 'The payment page expired. Try again.',
  noPage: 'Stripe didn’t return a payment page. Try again.',
  noCards: 'This installation doesn’t accept cards. Pay its invoices as agreed with the owner of the installation.',
  managed: (manager: string) => `This organization is managed by ${manager}, which also bills it.`,
  customerBeingRemoved: 'Your previous payment details are still being removed from Stripe. Try again in a minute.',
  beingPaid: (number: number) => `Invoice ${number} is being paid by card right now. Check again in a minute.`,
  settled: (number: number, status: string) => `Invoice ${number} is already ${status}.`,
  provider: {
    needsConfirmation: 'The bank asks the cardholder to confirm the payment',
    declined: 'The card was declined',
    forged: 'The signature is missing, wrong, or more than five minutes old',
    key: (reason: string) => `Stripe rejected this installation’s API key: ${reason}`,
    away: (reason: string) => `Stripe isn’t responding as expected: ${reason}`,
  },
  unavailable: {
    title: 'Cards can’t be charged',
    message: (reason: string) => `${reason}. Colonnade tries again every minute.`,
    action: openInstallation,
  },
  failed: {
    retry: (day: string) => `The card is charged again on ${day}, unless the invoice is paid before then.`,
    noRetry: 'The card isn’t charged automatically again.',
    confirm: 'The bank asks the cardholder to confirm the payment. Pay the invoice on the billing page to confirm it.',
    pay: 'Pay the invoice on the billing page, or add another card there. It’s charged immediately.',
    title: (number: number) => `Payment of invoice ${number} failed`,
    message: (money: string, reason: string, advice: string, next: string) => `Charging the card ${money} failed: ${reason}. ${advice} ${next}`,
    subject: (number: number, organization: string) => `Payment of invoice ${number} for ${organization} failed`,
    paragraph: (organization: string, money: string, number: number, reason: string) =>
      `Charging the card of ${organization} ${money} for invoice ${number} failed: ${reason}.`,
    action: openBilling,
  },
  failedAfterDelete: {
    title: (number: number) => `Payment of invoice ${number} failed, and its organization was deleted`,
    message: (organization: string, money: string, reason: string) =>
      `Charging the card of ${organization} ${money} failed: ${reason}. Colonnade doesn’t try again.`,
    action: openInstallation,
  },
  paidTwice: {
    title: (number: number) => `Invoice ${number} was also paid by card`,
    message: (organization: string, money: string, isVoid: boolean) =>
      `${organization} paid ${money} by card, but the invoice was already ${isVoid ? 'void' : 'marked as paid'}. Refund the payment in Stripe’s dashboard.`,
    action: openInstallation,
  },
  returned: {
    title: (number: number, isDisputed: boolean) => `Payment of invoice ${number} was ${isDisputed ? 'disputed' : 'refunded'}`,
    message: (organization: string, refunded: string | null, isDisputed: boolean) =>
      [
        `${organization} paid the invoice by card.`,
        refunded === null ? null : `${refunded} was refunded.`,
        isDisputed ? 'The bank asks for the money back. Respond in Stripe’s dashboard.' : null,
      ]
        .filter((sentence) => sentence !== null)
        .join(' '),
    action: openInstallation,
  },
} as const
