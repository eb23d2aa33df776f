export const addressText = {
  email: 'Email',
  sentTitle: 'Check your email',
  inboxBefore: 'This installation doesn’t send email. Its owner can find the message under ',
  inbox: 'Installation → Mail',
  inboxAfter: ' in the account menu.',
  again: 'Use another email address',
  backToSignIn: 'Back to sign in',
} as const

export const completeText = {
  pageTitle: 'Create account',
  newLink: 'Email me a new link',
  title: 'Create your account',
  description: 'The last step.',
  name: 'Name',
  nameHint: 'How other members see you.',
  password: 'Password',
  passwordHint: 'At least 10 characters. A few unrelated words make a good password.',
  submit: 'Create account',
} as const

export const forgotText = {
  title: 'Forgot your password?',
  submit: 'Email me a link',
  sent: (email: string) => `If ${email} has an account here, we sent it a link to set a new password. It expires in an hour.`,
  description: 'We’ll email you a link to set a new one.',
  impossibleBefore: 'This installation doesn’t send email, so it can’t send you a link. Ask its operator to set ',
  impossibleAfter: '. You can then request a link on this page.',
} as const

export const linkEndedText = {
  title: 'This link no longer works',
  description: 'It expired or was used, or a newer link replaced it. Request a new one.',
} as const

export const newPasswordText = {
  title: 'Set a new password',
  newLink: 'Email me a new link',
  description: 'You’ll be signed out everywhere and can sign in with the new password.',
  newPassword: 'New password',
  passwordHint: 'At least 10 characters. A few unrelated words make a good password.',
  submit: 'Set password',
  doneTitle: 'Password changed',
  doneBody: 'You’re signed out everywhere. Sign in with your new password.',
  signIn: 'Sign in',
} as const

export const signUpText = {
  title: 'Create account',
  submit: 'Email me a link',
  sent: (email: string) => `We sent a link to ${email}. Open it to create your account. It expires in a day.`,
  description: 'We’ll email you a link to confirm your address first.',
  invitationTitle: 'By invitation only',
  invitationBody: 'You need an invitation to create an account here. Ask a member of an organization, or the person who runs this installation.',
} as const
