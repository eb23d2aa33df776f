/** Texts of external sign-in. `provider` is its name, such as GitHub. */
export const messages = {
  noCookie: 'Your browser has no cookie of this sign-in. It started in another browser or too long ago, or cookies are turned off.',
  alreadyYours: 'This external account is already linked to your account. To link another one, sign out of the provider first.',
  wrongPassword: (email: string) => `The password of ${email} is wrong`,
  noEmail: (provider: string) =>
    `${provider} didn’t share your email address. If you have an account here, sign in and link ${provider} under Account → Security.`,
  unverified: (provider: string, email: string) =>
    `${provider} hasn’t verified that ${email} is yours. Verify it there, or sign in here and link ${provider} under Account → Security.`,
  invitationNeeded: (email: string) =>
    `${email} has no account here, and you need an invitation to sign up. Ask a member of an organization to invite you.`,
} as const
