/** Texts of the page that the link of an invitation opens. */
export const invitationText = {
  title: 'Invitation',
  loading: 'Loading the invitation',
  join: (organization: string) => `Join ${organization}`,
  invitedBy: (inviter: string | null, organization: string) =>
    inviter === null ? `You’re invited to ${organization}.` : `${inviter} invited you to ${organization}.`,
  role: 'Your role',
  joinAs: (email: string) => `Join as ${email}`,
  member: {
    title: (organization: string) => `You’re already a member of ${organization}`,
    text: 'You have nothing left to accept.',
    open: (organization: string) => `Open ${organization}`,
  },
  other: {
    before: 'This invitation is for ',
    between: ', but you’re signed in as ',
    after: '. Sign out, then open the link again.',
    signOut: 'Sign out',
  },
  refused: {
    title: 'This link doesn’t work',
    incomplete: 'The link is incomplete. Copy all of it from the message.',
    projects: 'Go to your projects',
  },
  form: {
    email: 'Email',
    emailHint: 'The address that was invited.',
    name: 'Name',
    nameHint: 'How other members see you.',
    password: 'Password',
    passwordHint: 'At least 10 characters. A few unrelated words make a good password.',
    submit: 'Create account and join',
    hasAccount: 'Already have an account?',
    signIn: 'Sign in',
    signInToAccept: 'Sign in with that account to accept the invitation.',
  },
} as const

export const addressProblemText = {
  missing: 'Enter an email address',
  invalid: (addresses: string, count: number) => `${addresses} ${count === 1 ? 'isn’t a valid email address' : 'aren’t valid email addresses'}`,
  more: (count: number) => `${count} more`,
  tooMany: (most: number) => `Invite at most ${most} people at once`,
} as const

export const dialogText = {
  done: 'Done',
  title: (name: string) => `Invite people to ${name}`,
  cancel: 'Cancel',
  invite: 'Invite',
  emails: 'Email addresses',
  emailsHint: 'One per line, or separated by commas.',
  noneInvited: 'No one was invited',
  invited: (count: number) => (count === 1 ? '1 person invited' : `${count} people invited`),
  notInvited: 'Not invited',
  refused: (message: string) => `couldn’t be invited. ${message}.`,
  member: 'is already a member.',
  pending: 'is already invited. If they lost the link, create a new one.',
} as const

export const pendingText = {
  title: 'Open invitations',
  description: 'Not accepted yet.',
  linkTitle: 'New invitation link',
  linkBody: 'The previous link no longer works.',
  done: 'Done',
  revokeTitle: 'Revoke invitation?',
  revokeBody: (email: string) => `The link sent to ${email} stops working. You can invite them again later.`,
  revokeConfirm: 'Revoke invitation',
  expired: 'Expired',
  sent: 'Invited ',
  sentBy: (username: string) => `Invited by ${username} `,
  expires: (date: string) => `Expires ${date}`,
  newLinkFor: (email: string) => `New link for ${email}`,
  linkFailure: 'create a link',
  newLink: 'New link',
  revokeFor: (email: string) => `Revoke the invitation for ${email}`,
  revoke: 'Revoke',
} as const

export const linksText = {
  links: 'Links',
  mailed: (days: number) =>
    `We sent an email with the link. You can also share it yourself: it’s shown only now, works once, and expires in ${days} days.`,
  notMailed: (days: number) =>
    `This installation doesn’t send email, so share each link yourself. It’s shown only now, works once, and expires in ${days} days.`,
  copyLink: (email: string) => `Copy the link for ${email}`,
  allLinks: 'All addresses and links, one per line',
  copyAllLinks: 'Copy all links',
} as const
