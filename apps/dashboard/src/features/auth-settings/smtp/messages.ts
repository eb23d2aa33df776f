export const test = {
  title: 'Send a test email',
  description: 'Uses the settings above, also before you save them.',
  to: 'Recipient',
  send: 'Send test email',
  invalid: 'Enter an email address',
  sent: (to: string) => `The mail server accepted the email to ${to}.`,
} as const

export const smtpPageText = {
  smtp: 'SMTP',
  settings: 'Settings',
  emails: 'Emails',
} as const
