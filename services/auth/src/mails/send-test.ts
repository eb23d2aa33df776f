import { type AuthMailTest, type AuthMailTestResult, smtpSettingNames, type SmtpSettings } from '@colonnade/contracts/auth/auth-mails'
import { AppError } from '@colonnade/core'
import { randomUUID } from 'node:crypto'
import { mailTestMostMs } from '../limits.ts'
import { hasSmtp, smtpOf } from './smtp.ts'

const subject = 'Test email from your project'
const lines = ['This is a test email. Your mail server works.', 'Emails to users of your project are sent the same way.']

/**
 * Sends a test by a mail server whose settings may not be saved yet, and returns what the server said.
 *
 * @throws AppError `invalid_input` when there is no server, or its password is one that was saved for another host
 */
export async function sendTest(saved: SmtpSettings, arePrivateAllowed: boolean, { to, settings: typed }: AuthMailTest): Promise<AuthMailTestResult> {
  const settings = settingsOf(saved, typed)
  if (!hasSmtp(settings)) throw refused('smtp_host', 'Enter a host and a sender email first')
  // the entered host could be one that collects passwords
  const isOther = settings.smtp_host !== saved.smtp_host && saved.smtp_pass !== ''
  if (isOther && typed.smtp_pass === undefined) throw refused('smtp_pass', 'Enter the password again to test another host')
  return sendLetter(settings, arePrivateAllowed, { to, subject, text: lines.join('\n\n'), html: lines.map((line) => `<p>${line}</p>`).join('') })
}

/** Sends a letter while its sender waits, and returns what the server said. */
export async function sendLetter(
  settings: SmtpSettings,
  arePrivateAllowed: boolean,
  letter: { readonly to: string; readonly subject: string; readonly text: string; readonly html: string },
): Promise<AuthMailTestResult> {
  const { promise: over, resolve } = Promise.withResolvers<AuthMailTestResult>()
  // each step has a deadline of its own; a server that answers slowly would meet them one by one
  const timer = setTimeout(() => resolve({ outcome: 'connect', problem: `No answer within ${mailTestMostMs / 1_000} seconds` }), mailTestMostMs)
  try {
    return await Promise.race([
      smtpOf(settings, arePrivateAllowed, mailTestMostMs)
        .send({ id: randomUUID(), ...letter })
        .then(resultOf),
      over,
    ])
  } finally {
    clearTimeout(timer)
  }
}

const resultOf = (delivery: Awaited<ReturnType<ReturnType<typeof smtpOf>['send']>>): AuthMailTestResult =>
  delivery.kind === 'sent' ? { outcome: 'sent', problem: null } : { outcome: delivery.step, problem: delivery.problem }

function settingsOf(saved: SmtpSettings, typed: AuthMailTest['settings']): SmtpSettings {
  const valueOf = (name: keyof SmtpSettings): string => (typed[name] === undefined ? saved[name] : (typed[name] ?? ''))
  return Object.fromEntries(smtpSettingNames.map((name) => [name, valueOf(name)])) as unknown as SmtpSettings
}

const refused = (setting: string, message: string): AppError =>
  new AppError('invalid_input', { issues: [{ path: ['body', 'settings', setting], message }] }, { message })
