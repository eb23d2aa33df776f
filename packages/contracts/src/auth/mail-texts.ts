export interface MailText {
  readonly subject: string
  /** HTML. */
  readonly body: string
  /** Variables besides `.SiteURL`, `.Email` and `.Data`. */
  readonly variables: readonly string[]
}

const always = ['SiteURL', 'Email', 'Data']
const link = [...always, 'ConfirmationURL', 'Token', 'TokenHash', 'RedirectTo']

const button = (label: string): string =>
  `<p><a href="{{ .ConfirmationURL }}" style="display: inline-block; padding: 10px 18px; border-radius: 6px; background: #18181b; color: #ffffff; text-decoration: none">${label}</a></p>`
const code = '<p style="font-size: 24px; letter-spacing: 4px"><strong>{{ .Token }}</strong></p>'
const paragraphs = (title: string, ...parts: string[]): string =>
  [`<h2>${title}</h2>`, ...parts.map((part) => (part.startsWith('<') ? part : `<p>${part}</p>`)), ''].join('\n')

/** Default texts of mails with a link or a code. */
export const mailTexts = {
  confirmation: {
    subject: 'Confirm your email address',
    variables: link,
    body: paragraphs(
      'Confirm your email address',
      'Thanks for signing up at {{ .SiteURL }}. Confirm your email address to finish creating your account.',
      button('Confirm email address'),
      'Or enter this code: {{ .Token }}',
      'If you didn’t sign up, you can ignore this email.',
    ),
  },
  invite: {
    subject: "You've been invited",
    variables: link,
    body: paragraphs(
      'You’ve been invited',
      'You’ve been invited to create an account at {{ .SiteURL }}.',
      button('Accept invitation'),
      'If you weren’t expecting this invitation, you can ignore this email.',
    ),
  },
  magic_link: {
    subject: 'Your sign-in link',
    variables: link,
    body: paragraphs(
      'Sign in',
      'Use this link to sign in at {{ .SiteURL }}. It works once.',
      button('Sign in'),
      'Or enter this code: {{ .Token }}',
      'If you didn’t try to sign in, you can ignore this email.',
    ),
  },
  recovery: {
    subject: 'Reset your password',
    variables: link,
    body: paragraphs(
      'Reset your password',
      'We received a request to reset the password of your account at {{ .SiteURL }}.',
      button('Reset password'),
      'Or enter this code: {{ .Token }}',
      'If you didn’t ask for this, you can ignore this email. Your password stays the same.',
    ),
  },
  email_change: {
    subject: 'Confirm your new email address',
    variables: [...link, 'NewEmail', 'SendingTo'],
    body: paragraphs(
      'Confirm your new email address',
      'Confirm that you want to change the email address of your account from {{ .Email }} to {{ .NewEmail }}.',
      button('Confirm change'),
      'Or enter this code: {{ .Token }}',
      'If you didn’t ask for this, don’t confirm it. Your email address stays the same.',
    ),
  },
  reauthentication: {
    subject: '{{ .Token }} is your verification code',
    variables: [...always, 'Token'],
    body: paragraphs(
      'Verification code',
      'Enter this code to confirm that it’s you:',
      code,
      'If you didn’t ask for a code, someone else may be signed in to your account. Change your password.',
    ),
  },
} as const satisfies Readonly<Record<string, MailText>>

const notYou = 'If you didn’t make this change, reset your password and contact us right away.'

/** Default texts of notices about account changes. Projects can turn them on. */
export const noticeTexts = {
  password_changed: {
    subject: 'Your password was changed',
    variables: always,
    body: paragraphs('Your password was changed', 'The password of your account {{ .Email }} was changed.', notYou),
  },
  email_changed: {
    subject: 'Your email address was changed',
    variables: [...always, 'OldEmail'],
    body: paragraphs(
      'Your email address was changed',
      'The email address of your account was changed from {{ .OldEmail }} to {{ .Email }}.',
      'If you didn’t make this change, contact us right away.',
    ),
  },
  phone_changed: {
    subject: 'Your phone number was changed',
    variables: [...always, 'OldPhone', 'Phone'],
    body: paragraphs(
      'Your phone number was changed',
      'The phone number of your account {{ .Email }} was changed{{ if .OldPhone }} from {{ .OldPhone }}{{ end }} to {{ .Phone }}.',
      notYou,
    ),
  },
  mfa_factor_enrolled: {
    subject: 'A second factor was added to your account',
    variables: [...always, 'FactorType'],
    body: paragraphs(
      'A second factor was added to your account',
      'A second factor ({{ .FactorType }}) was added to your account {{ .Email }}.',
      'If you didn’t add it, remove it and reset your password right away.',
    ),
  },
  mfa_factor_unenrolled: {
    subject: 'A second factor was removed from your account',
    variables: [...always, 'FactorType'],
    body: paragraphs(
      'A second factor was removed from your account',
      'A second factor ({{ .FactorType }}) was removed from your account {{ .Email }}.',
      'If you didn’t remove it, reset your password and add it again right away.',
    ),
  },
  identity_linked: {
    subject: 'A new way to sign in was added to your account',
    variables: [...always, 'Provider'],
    body: paragraphs(
      'A new way to sign in was added to your account',
      'You can now sign in to your account {{ .Email }} with {{ .Provider }}.',
      'If you didn’t add it, remove it and reset your password right away.',
    ),
  },
  identity_unlinked: {
    subject: 'A way to sign in was removed from your account',
    variables: [...always, 'Provider'],
    body: paragraphs(
      'A way to sign in was removed from your account',
      'You can no longer sign in to your account {{ .Email }} with {{ .Provider }}.',
      notYou,
    ),
  },
} as const satisfies Readonly<Record<string, MailText>>
