import type { AuthMailTestResult } from '@colonnade/contracts/auth/auth-mails'

export const test = {
  title: 'Send a test email',
  description: 'Uses the settings above, also before you save them.',
  to: 'Recipient',
  send: 'Send test email',
  invalid: 'Enter an email address',
  sent: (to: string) => `The mail server accepted the email to ${to}.`,
} as const

export const failures: Readonly<Record<Exclude<AuthMailTestResult['outcome'], 'sent'>, { readonly title: string; readonly advice: string }>> = {
  connect: { title: 'The mail server can’t be reached', advice: 'Check the host and the port.' },
  encrypt: {
    title: 'The connection can’t be encrypted',
    advice: 'Check that the port supports TLS, and that the certificate of the server is valid for its host.',
  },
  login: { title: 'The mail server refused the login', advice: 'Check the user name and the password.' },
  letter: { title: 'The mail server refused the email', advice: 'Check that the server allows the sender email, and sends to this recipient.' },
}
