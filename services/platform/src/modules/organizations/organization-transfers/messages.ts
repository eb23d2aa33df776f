/** Errors of transfers, and mails to both sides. */
export const messages = {
  alreadyOwner: (name: string) => `${name} already owns the organization. Change your own role on the Team page.`,
  open: (name: string) => `A transfer to ${name} is already open. Cancel it first.`,
  onlyOwners: 'Only owners can transfer an organization',
  none: 'The organization isn’t being transferred',
  notYours: 'The organization isn’t being transferred to you',
  openOrganization: 'Open organization',
  offered: {
    subject: (from: string, organization: string) => `${from} wants to transfer ${organization} to you`,
    text: (from: string, organization: string) =>
      `${from} wants to transfer ${organization} on Colonnade to you, with all its projects, members and invoices.`,
    deadline: (days: number) => `Nothing changes unless you accept within ${days} days. If you don’t want it, decline or ignore this email.`,
    action: 'Review transfer',
  },
  accepted: {
    subject: (to: string, organization: string) => `${to} now owns ${organization}`,
    text: (to: string, organization: string) => `${to} accepted the transfer of ${organization}.`,
    stillOwner: 'You stay an owner, as you chose.',
    left: 'You’re no longer a member, as you chose.',
    role: (role: string) => `Your role is now ${role}, as you chose.`,
  },
  declined: {
    subject: (to: string, organization: string) => `${to} declined the transfer of ${organization}`,
    text: (to: string, organization: string) => `${to} declined. You still own ${organization}.`,
  },
} as const
