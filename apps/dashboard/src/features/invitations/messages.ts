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
