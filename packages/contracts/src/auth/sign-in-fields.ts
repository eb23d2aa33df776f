import { findAllowListProblem, findSiteUrlProblem } from './redirects/redirect-allow-list.ts'
import { fieldsOf, matching, splitList } from './setting-field.ts'
import { findHttpUrlProblem, findOriginsProblem, isHostName } from './setting-values.ts'

const settings = fieldsOf('settings')
const urls = fieldsOf('url-configuration')
const providers = fieldsOf('providers')
const sessions = fieldsOf('sessions')
const limits = fieldsOf('rate-limits')
const mfa = fieldsOf('mfa')
const protection = fieldsOf('protection')
const advanced = fieldsOf('advanced')

/** Maximum lifetime of an access token: one week. */
export const jwtExpMost = 604_800
/** Maximum lifetime of a code or link in a mail: one day. */
export const otpExpMost = 86_400
/** bcrypt ignores further bytes of a password. */
export const passwordLengthMost = 72

const hoursMost = 87_600
const callsMost = 2_147_483_647
const secondsMost = 32_767

const calls = (standard: number) => limits.integer(standard, 1, callsMost)
const isTag = (tag: string): boolean => /^[a-z0-9_-]+$/i.test(tag)

/** Settings of sign-up, sessions, rate limits, second factors and their protection. */
export const signInFields = {
  disable_signup: settings.off,
  external_anonymous_users_enabled: settings.off,
  security_manual_linking_enabled: settings.off,

  site_url: urls.text({ default: 'http://localhost:3000', findProblem: findSiteUrlProblem }),
  /** Links in mails open a page with a button first, because mail scanners follow links but don't press buttons. */
  mailer_confirm_page_enabled: urls.off,
  uri_allow_list: urls.list({ maxLength: 10_000, findProblem: findAllowListProblem }),

  external_email_enabled: providers.on,
  external_phone_enabled: providers.off,
  external_web3_solana_enabled: providers.off,
  external_web3_ethereum_enabled: providers.off,
  mailer_autoconfirm: providers.off,
  mailer_allow_unverified_email_sign_ins: providers.off,
  mailer_secure_email_change_enabled: providers.on,
  mailer_otp_exp: providers.integer(3_600, 60, otpExpMost),
  mailer_otp_length: providers.integer(6, 6, 10),
  password_min_length: providers.integer(6, 6, passwordLengthMost),
  /** Character sets separated by `:`. A password needs a character of each set. `\:` is a colon. */
  password_required_characters: providers.text({ maxLength: 500 }),
  security_update_password_require_reauthentication: providers.off,

  sessions_timebox: sessions.number(0, 0, hoursMost),
  sessions_inactivity_timeout: sessions.number(0, 0, hoursMost),
  sessions_single_per_user: sessions.off,
  sessions_tags: sessions.list({
    findProblem: (value) => (splitList(value).every(isTag) ? null : 'Use tags of letters, digits, _ and -, separated by commas'),
  }),
  refresh_token_rotation_enabled: sessions.on,
  security_refresh_token_reuse_interval: sessions.integer(10, 0, 3_600),
  jwt_exp: sessions.integer(3_600, 60, jwtExpMost),

  rate_limit_email_sent: calls(30),
  rate_limit_sms_sent: calls(30),
  rate_limit_anonymous_users: calls(30),
  rate_limit_verify: calls(30),
  rate_limit_token_refresh: calls(150),
  rate_limit_otp: calls(30),
  rate_limit_web3: calls(30),
  security_sb_forwarded_for_enabled: limits.off,

  mfa_max_enrolled_factors: mfa.integer(10, 0, 100),
  mfa_totp_enroll_enabled: mfa.on,
  mfa_totp_verify_enabled: mfa.on,
  mfa_phone_enroll_enabled: mfa.off,
  mfa_phone_verify_enabled: mfa.off,
  mfa_web_authn_enroll_enabled: mfa.off,
  mfa_web_authn_verify_enabled: mfa.off,
  mfa_phone_otp_length: mfa.integer(6, 6, 10),
  mfa_phone_template: mfa.template('text', ['Code'], 'Your code is {{ .Code }}', 1_000),
  mfa_phone_max_frequency: mfa.integer(5, 0, secondsMost),
  passkey_enabled: mfa.off,
  webauthn_rp_display_name: mfa.text({ maxLength: 100 }),
  webauthn_rp_id: mfa.text({
    maxLength: 253,
    findProblem: (value) => (isHostName(value) ? null : 'Use the host name of your app, such as example.com'),
  }),
  webauthn_rp_origins: mfa.list({ findProblem: findOriginsProblem }),

  password_hibp_enabled: protection.off,
  security_captcha_enabled: protection.off,
  security_captcha_provider: protection.choice(['hcaptcha', 'turnstile']),
  security_captcha_secret: protection.secret(),

  api_max_request_duration: advanced.integer(10, 1, 300),
  db_max_pool_size: advanced.integer(10, 1, 1_000),
  db_max_pool_size_unit: advanced.choice(['connections', 'percent']),
  oauth_server_enabled: advanced.off,
  oauth_server_allow_dynamic_registration: advanced.off,
  oauth_server_authorization_path: advanced.text({
    default: '/oauth/consent',
    findProblem: matching(/^\/(?![/\\])[^\s\\]*$/, 'Use a path that starts with /, such as /oauth/consent'),
  }),
  saml_enabled: providers.off,
  saml_allow_encrypted_assertions: providers.off,
  saml_external_url: providers.text({ findProblem: findHttpUrlProblem }),
  custom_oauth_enabled: providers.on,
  custom_oauth_max_providers: providers.integer(10, 0, 100),
}
