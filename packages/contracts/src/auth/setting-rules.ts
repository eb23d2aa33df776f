import type { AuthSettings, AuthSettingName } from './auth-settings.ts'
import { hookNames } from './message-fields.ts'
import { authProviderNames, describeProvider } from './provider-fields.ts'
import { splitList } from './setting-field.ts'

/** A setting that conflicts with others. */
export interface SettingProblem {
  readonly setting: AuthSettingName
  readonly message: string
}

interface Rule {
  /** The message to show. */
  readonly setting: AuthSettingName
  /** The settings involved. Changes to other settings are not refused. */
  readonly of: readonly AuthSettingName[]
  readonly isBroken: (settings: AuthSettings) => boolean
  readonly message: string
}

/** Requires `needed` while `when` is on or chosen. */
function needs(when: AuthSettingName, needed: readonly AuthSettingName[], message: string, is: (value: unknown) => boolean = Boolean): Rule[] {
  return needed.map((setting) => ({
    setting,
    of: [when, setting],
    isBroken: (settings) => is(settings[when]) && !settings[setting],
    message,
  }))
}

const providerRules = authProviderNames.flatMap((name) => {
  const { takesIdTokens = false, url } = describeProvider(name)
  const enabled = `external_${name}_enabled` as const
  return [
    ...needs(enabled, [`external_${name}_client_id`], 'Enter the client ID to enable this provider'),
    ...(takesIdTokens ? [] : needs(enabled, [`external_${name}_secret`], 'Enter the client secret to enable this provider')),
    ...(url === 'needed' ? needs(enabled, [`external_${name}_url` as AuthSettingName], 'Enter the server URL to enable this provider') : []),
  ]
})

const hookRules = hookNames.flatMap((name): Rule[] => {
  const [enabled, uri, secrets] = [`hook_${name}_enabled`, `hook_${name}_uri`, `hook_${name}_secrets`] as const
  return [
    ...needs(enabled, [uri], 'Choose a function or enter a URL to enable this hook'),
    {
      setting: secrets,
      of: [enabled, uri, secrets],
      isBroken: (settings) => settings[enabled] && settings[uri].startsWith('http') && settings[secrets] === '',
      message: 'Generate a secret so that the receiver can verify calls of this hook',
    },
  ]
})

const smsCredentials = {
  twilio: ['sms_twilio_account_sid', 'sms_twilio_auth_token', 'sms_twilio_message_service_sid'],
  twilio_verify: ['sms_twilio_verify_account_sid', 'sms_twilio_verify_auth_token', 'sms_twilio_verify_message_service_sid'],
  messagebird: ['sms_messagebird_access_key', 'sms_messagebird_originator'],
  textlocal: ['sms_textlocal_api_key', 'sms_textlocal_sender'],
  vonage: ['sms_vonage_api_key', 'sms_vonage_api_secret', 'sms_vonage_from'],
} as const satisfies Readonly<Record<NonNullable<AuthSettings['sms_provider']>, readonly AuthSettingName[]>>

const smsRules = Object.entries(smsCredentials).flatMap(([provider, names]) =>
  names.map((setting): Rule => ({
    setting,
    of: ['external_phone_enabled', 'sms_provider', setting],
    isBroken: (settings) => settings.external_phone_enabled && settings.sms_provider === provider && settings[setting] === '',
    message: `Enter all settings that ${provider} needs to send text messages`,
  })),
)

const rules: readonly Rule[] = [
  ...providerRules,
  ...hookRules,
  ...smsRules,
  ...needs('security_captcha_enabled', ['security_captcha_provider'], 'Choose a CAPTCHA provider'),
  ...needs('security_captcha_enabled', ['security_captcha_secret'], 'Enter the secret of your CAPTCHA provider'),
  ...needs('smtp_host', ['smtp_port'], 'Enter the port of the mail server'),
  ...needs('smtp_host', ['smtp_admin_email'], 'Enter the sender address'),
  {
    setting: 'db_max_pool_size',
    of: ['db_max_pool_size', 'db_max_pool_size_unit'],
    isBroken: ({ db_max_pool_size: size, db_max_pool_size_unit: unit }) => unit === 'percent' && size > 100,
    message: 'Use at most 100 percent',
  },
  {
    setting: 'webauthn_rp_origins',
    of: ['webauthn_rp_id', 'webauthn_rp_origins'],
    isBroken: ({ webauthn_rp_id: id, webauthn_rp_origins: origins }) => id !== '' && !splitList(origins).every((origin) => isUnder(origin, id)),
    message: 'Use origins on the relying party ID or its subdomains',
  },
]

function isUnder(origin: string, id: string): boolean {
  const { hostname } = new URL(origin)
  return hostname === id.toLowerCase() || hostname.endsWith(`.${id.toLowerCase()}`)
}

/** Returns the problems caused by the named changes. Existing problems don't block other changes. */
export function findSettingProblems(settings: AuthSettings, changed: ReadonlySet<string>): SettingProblem[] {
  return rules
    .filter((rule) => rule.of.some((name) => changed.has(name)) && rule.isBroken(settings))
    .map(({ setting, message }) => ({ setting, message }))
}
