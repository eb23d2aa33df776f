import type { AuthSettings } from '@colonnade/contracts/auth/auth-settings'
import type { Lint } from '@colonnade/contracts/data/lints'
import { lintText } from './messages.ts'

interface SettingsRule {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Page of the setting. */
  readonly page: NonNullable<Lint['page']>
  /** One sentence; null if nothing is wrong. */
  readonly find: (settings: AuthSettings) => string | null
}

/** Minimum password length in NIST SP 800-63B. */
const passwordLengthMin = 8
const otpLengthMin = 6
const otpSecondsMost = 3_600

/** Rules about settings of the auth service, with the names and limits of Supabase's linter. */
const settingsRules: readonly SettingsRule[] = [
  {
    name: 'auth_leaked_password_protection',
    title: lintText.leakedPasswords.title,
    description: lintText.leakedPasswords.description,
    page: 'protection',
    find: ({ external_email_enabled: hasPasswords, password_hibp_enabled: isOn }) => (hasPasswords && !isOn ? lintText.leakedPasswords.detail : null),
  },
  {
    name: 'auth_password_policy_missing',
    title: lintText.shortPasswords.title,
    description: lintText.shortPasswords.description(passwordLengthMin),
    page: 'providers',
    find: ({ external_email_enabled: hasPasswords, password_min_length: length }) =>
      hasPasswords && length < passwordLengthMin ? lintText.shortPasswords.detail(length) : null,
  },
  {
    name: 'auth_otp_long_expiry',
    title: lintText.lateCodes.title,
    description: lintText.lateCodes.description,
    page: 'providers',
    find: ({ external_email_enabled: hasCodes, mailer_otp_exp: seconds }) =>
      hasCodes && seconds > otpSecondsMost ? lintText.lateCodes.detail(seconds) : null,
  },
  {
    name: 'auth_otp_short_length',
    title: lintText.shortCodes.title,
    description: lintText.shortCodes.description(otpLengthMin),
    page: 'providers',
    find: ({ external_email_enabled: hasCodes, mailer_otp_length: length }) =>
      hasCodes && length < otpLengthMin ? lintText.shortCodes.detail(length) : null,
  },
  {
    name: 'auth_insufficient_mfa_options',
    title: lintText.noSecondFactor.title,
    description: lintText.noSecondFactor.description,
    page: 'mfa',
    find: ({ mfa_totp_enroll_enabled: totp, mfa_web_authn_enroll_enabled: webauthn, mfa_phone_enroll_enabled: phone }) =>
      totp || webauthn || phone ? null : lintText.noSecondFactor.detail,
  },
]

/** Checks these settings. The findings matter once the project has users. */
export function lintSettings(settings: AuthSettings): Lint[] {
  return settingsRules.flatMap(({ name, title, description, page, find }) => {
    const detail = find(settings)
    if (detail === null) return []
    const metadata = { schema: null, name: null, type: 'auth' }
    return [{ name, title, level: 'WARN', categories: ['SECURITY'], description, detail, remediation_sql: null, page, metadata, cache_key: name }]
  })
}
