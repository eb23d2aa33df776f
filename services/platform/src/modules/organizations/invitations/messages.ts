/** Errors of invitations, and the mail that brings one. */
export const messages = {
  alreadyMember: (organization: string) => `You’re already a member of ${organization}`,
  closed: {
    unknown: 'This invitation isn’t known here. Its link may be incomplete, or a newer one was sent since.',
    used: 'This invitation was already accepted.',
    expired: 'This invitation has expired. Ask the person who invited you to send it again.',
    revoked: 'This invitation was revoked.',
  },
  otherAddress: 'This invitation was sent to another email address. Sign in with that address to accept it.',
  tooMany: (most: number) => `An organization can have ${most} open invitations. Revoke some, or wait until some are accepted.`,
  mail: {
    subject: (inviter: string, organization: string) => `${inviter} invites you to ${organization}`,
    text: (inviter: string, organization: string) => `${inviter} invites you to join ${organization} on Colonnade.`,
    validity: (email: string, days: number) =>
      `The invitation is for ${email} and valid for ${days} days. If you don’t expect it, ignore this email.`,
    action: (organization: string) => `Join ${organization}`,
  },
} as const
