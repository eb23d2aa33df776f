import type { AuthSettings } from '@colonnade/contracts/auth/auth-settings'
import type { Lint } from '@colonnade/contracts/data/lints'

interface SettingsRule {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Where it is changed. */
  readonly page: NonNullable<Lint['page']>
  /** One sentence; null when nothing is wrong. */
  readonly find: (settings: AuthSettings) => string | null
}

/** What NIST SP 800-63B asks of passwords at the least. */
const passwordLengthMin = 8
const otpLengthMin = 6
const otpSecondsMost = 3_600

/** What is weak in the settings of the auth service: names and bounds are those of Supabase's linter. */
const settingsRules: readonly SettingsRule[] = [
  {
    name: 'auth_leaked_password_protection',
    title: 'Leaked passwords are accepted',
    description: 'Attackers try passwords from known leaks first. Leaked password protection refuses those when users choose one.',
    page: 'protection',
    find: ({ external_email_enabled: hasPasswords, password_hibp_enabled: isOn }) =>
      hasPasswords && !isOn ? 'Leaked password protection is off.' : null,
  },
  {
    name: 'auth_password_policy_missing',
    title: 'Short passwords allowed',
    description: `Short passwords can be guessed. Require at least ${passwordLengthMin} characters.`,
    page: 'providers',
    find: ({ external_email_enabled: hasPasswords, password_min_length: length }) =>
      hasPasswords && length < passwordLengthMin ? `Passwords can be as short as ${length} characters.` : null,
  },
  {
    name: 'auth_otp_long_expiry',
    title: 'Email codes expire too late',
    description:
      'Anyone who later reads a mailbox or its backup can sign in with a code or link that is still valid. Let them expire within an hour.',
    page: 'providers',
    find: ({ external_email_enabled: hasCodes, mailer_otp_exp: seconds }) =>
      hasCodes && seconds > otpSecondsMost ? `Codes and links in emails expire after ${seconds} seconds.` : null,
  },
  {
    name: 'auth_otp_short_length',
    title: 'Email codes are short',
    description: `Short codes can be guessed. Use at least ${otpLengthMin} digits.`,
    page: 'providers',
    find: ({ external_email_enabled: hasCodes, mailer_otp_length: length }) =>
      hasCodes && length < otpLengthMin ? `Codes in emails have only ${length} digits.` : null,
  },
  {
    name: 'auth_insufficient_mfa_options',
    title: 'No second factor',
    description: 'A second factor protects accounts whose password has leaked. Let users add an authenticator app, a passkey or a phone.',
    page: 'mfa',
    find: ({ mfa_totp_enroll_enabled: totp, mfa_web_authn_enroll_enabled: webauthn, mfa_phone_enroll_enabled: phone }) =>
      totp || webauthn || phone ? null : 'Users can’t add a second factor.',
  },
]

/** Asks what is weak in these settings. They matter once the project has users. */
export function lintSettings(settings: AuthSettings): Lint[] {
  return settingsRules.flatMap(({ name, title, description, page, find }) => {
    const detail = find(settings)
    if (detail === null) return []
    const metadata = { schema: null, name: null, type: 'auth' }
    return [{ name, title, level: 'WARN', categories: ['SECURITY'], description, detail, remediation_sql: null, page, metadata, cache_key: name }]
  })
}
