import type { AuthSettingName } from '@colonnade/contracts/auth/auth-settings'
import { type AuthProvider, authProviderNames, describeProvider } from '@colonnade/contracts/auth/provider-fields'
import type { SettingSection, SettingWords, Typed } from '../kit/definition.ts'

/** One way to sign in, with all of its settings. */
export interface ProviderForm {
  readonly id: string
  readonly name: string
  readonly description?: string
  /** The switches that make it enabled: any of them. */
  readonly enabledBy: readonly AuthSettingName[]
  /** Whether the provider must know the callback URL. */
  readonly hasCallback: boolean
  readonly sections: readonly SettingSection[]
}

const names: Readonly<Record<AuthProvider, string>> = {
  apple: 'Apple',
  azure: 'Azure (Microsoft)',
  bitbucket: 'Bitbucket',
  discord: 'Discord',
  facebook: 'Facebook',
  figma: 'Figma',
  github: 'GitHub',
  gitlab: 'GitLab',
  google: 'Google',
  kakao: 'Kakao',
  keycloak: 'Keycloak',
  linkedin_oidc: 'LinkedIn (OIDC)',
  notion: 'Notion',
  slack: 'Slack (legacy)',
  slack_oidc: 'Slack (OIDC)',
  spotify: 'Spotify',
  twitch: 'Twitch',
  twitter: 'Twitter (OAuth 1.0a)',
  workos: 'WorkOS',
  x: 'X / Twitter (OAuth 2.0)',
  zoom: 'Zoom',
}

const urls: Partial<Record<AuthProvider, Pick<SettingWords, 'label' | 'hint' | 'placeholder'>>> = {
  azure: {
    label: 'Tenant URL',
    placeholder: 'https://login.microsoftonline.com/<tenant>',
    hint: 'Leave empty to accept accounts of every tenant.',
  },
  gitlab: { label: 'Server URL', placeholder: 'https://gitlab.example.com', hint: 'Leave empty for gitlab.com.' },
  keycloak: { label: 'Realm URL', placeholder: 'https://keycloak.example.com/realms/app' },
  workos: { label: 'API URL', placeholder: 'https://api.workos.com', hint: 'Leave empty for the default.' },
}

const secretHints: Partial<Record<AuthProvider, string>> = {
  apple: 'A JSON Web Token signed with your Apple private key. It’s valid for up to 6 months.',
}

function formOf(provider: AuthProvider): ProviderForm {
  const { takesIdTokens = false, url } = describeProvider(provider)
  const at = <Name extends string>(name: Name) => `external_${provider}_${name}` as AuthSettingName
  const more: SettingWords[] =
    provider === 'apple' || provider === 'google'
      ? [
          {
            name: at('additional_client_ids'),
            label: 'More client IDs',
            hint: 'Client IDs of your native apps, one per line. ID tokens issued to them are also accepted.',
          },
        ]
      : []
  return {
    id: provider,
    name: names[provider],
    enabledBy: [at('enabled')],
    hasCallback: true,
    sections: [
      {
        title: names[provider],
        settings: [
          { name: at('enabled'), label: `Sign in with ${names[provider].replace(/ \(.*/, '')}` },
          { name: at('client_id'), label: 'Client ID' },
          ...more,
          {
            name: at('secret'),
            label: 'Client secret',
            hint: secretHints[provider] ?? (takesIdTokens ? 'Not needed if only native apps sign in with ID tokens.' : undefined),
          } as SettingWords,
          ...(url === undefined ? [] : [{ name: at('url'), ...urls[provider]! }]),
          ...(provider === 'google'
            ? [
                {
                  name: 'external_google_skip_nonce_check',
                  label: 'Skip nonce checks',
                  hint: 'For iOS apps that can’t send a nonce. Without the check, ID tokens can be replayed.',
                } as const,
              ]
            : []),
          ...(provider === 'workos'
            ? []
            : [{ name: at('email_optional'), label: 'Allow users without an email address', hint: 'For accounts that don’t share one.' }]),
        ],
      },
    ],
  }
}

const emailForm: ProviderForm = {
  id: 'email',
  name: 'Email',
  enabledBy: ['external_email_enabled'],
  hasCallback: false,
  sections: [
    {
      title: 'Email',
      settings: [
        { name: 'external_email_enabled', label: 'Sign in with email', hint: 'With a password, a magic link or a one-time code.' },
        {
          name: 'mailer_autoconfirm',
          label: 'Confirm addresses automatically',
          hint: 'New users can sign in right away. Nothing verifies that the address is theirs.',
        },
        { name: 'mailer_allow_unverified_email_sign_ins', label: 'Allow sign-ins with unconfirmed addresses' },
        {
          name: 'mailer_secure_email_change_enabled',
          label: 'Secure email change',
          hint: 'Users confirm a change from both the old and the new address.',
        },
        { name: 'mailer_otp_exp', label: 'Expiry of links and codes', unit: 'seconds', hint: 'Applies to emails.' },
        { name: 'mailer_otp_length', label: 'Code length', unit: 'digits' },
      ],
    },
    {
      title: 'Passwords',
      settings: [
        { name: 'password_min_length', label: 'Minimum length', unit: 'characters', hint: 'At least 8 is recommended.' },
        {
          name: 'password_required_characters',
          label: 'Required characters',
          placeholder: 'abcdefghijklmnopqrstuvwxyz:0123456789',
          hint: 'Character sets separated by colons. A password needs at least one character from each.',
        },
        {
          name: 'security_update_password_require_reauthentication',
          label: 'Secure password change',
          hint: 'Users need a recent sign-in or an emailed code to change their password.',
        },
      ],
    },
  ],
}

const uses = (provider: string) => (typed: Typed) => typed['sms_provider'] === provider
const twilio = [
  { suffix: 'account_sid', label: 'Account SID' },
  { suffix: 'auth_token', label: 'Auth token' },
  { suffix: 'message_service_sid', label: 'Message service SID' },
] as const
const credentials: readonly SettingWords[] = [
  ...twilio.map(({ suffix, label }) => ({
    name: `sms_twilio_${suffix}` as const,
    label: `Twilio ${label.toLowerCase().replace('sid', 'SID')}`,
    when: uses('twilio'),
  })),
  { name: 'sms_twilio_content_sid', label: 'Twilio content SID', hint: 'For the WhatsApp template.', when: uses('twilio') },
  ...twilio.map(({ suffix, label }) => ({
    name: `sms_twilio_verify_${suffix}` as const,
    label: `Twilio Verify ${suffix === 'message_service_sid' ? 'service SID' : label.toLowerCase().replace('sid', 'SID')}`,
    when: uses('twilio_verify'),
  })),
  { name: 'sms_messagebird_access_key', label: 'MessageBird access key', when: uses('messagebird') },
  { name: 'sms_messagebird_originator', label: 'MessageBird originator', when: uses('messagebird') },
  { name: 'sms_textlocal_api_key', label: 'Textlocal API key', when: uses('textlocal') },
  { name: 'sms_textlocal_sender', label: 'Textlocal sender', when: uses('textlocal') },
  { name: 'sms_vonage_api_key', label: 'Vonage API key', when: uses('vonage') },
  { name: 'sms_vonage_api_secret', label: 'Vonage API secret', when: uses('vonage') },
  { name: 'sms_vonage_from', label: 'Vonage sender', when: uses('vonage') },
]

const phoneForm: ProviderForm = {
  id: 'phone',
  name: 'Phone',
  enabledBy: ['external_phone_enabled'],
  hasCallback: false,
  sections: [
    {
      title: 'Phone',
      settings: [
        { name: 'external_phone_enabled', label: 'Sign in with phone', hint: 'With a password or a code sent by text message.' },
        { name: 'sms_autoconfirm', label: 'Confirm numbers automatically', hint: 'Nothing verifies that the number is theirs.' },
        {
          name: 'sms_provider',
          label: 'SMS provider',
          none: 'None',
          options: { twilio: 'Twilio', twilio_verify: 'Twilio Verify', messagebird: 'MessageBird', textlocal: 'Textlocal', vonage: 'Vonage' },
        },
        ...credentials,
      ],
    },
    {
      title: 'Codes',
      settings: [
        { name: 'sms_otp_exp', label: 'Code expiry', unit: 'seconds' },
        { name: 'sms_otp_length', label: 'Code length', unit: 'digits' },
        { name: 'sms_max_frequency', label: 'Minimum interval between messages', unit: 'seconds', hint: 'For each user.' },
        { name: 'sms_template', label: 'Message', hint: 'Variable: {{ .Code }}' },
      ],
    },
    {
      title: 'Test numbers',
      settings: [
        {
          name: 'sms_test_otp',
          label: 'Test numbers and codes',
          placeholder: '15550100=123456',
          hint: 'One per line. These numbers receive no messages and sign in with their code.',
        },
        { name: 'sms_test_otp_valid_until', label: 'Valid until', placeholder: '2030-12-31T23:59:59Z', hint: 'Leave empty for no expiry.' },
      ],
    },
  ],
}

const web3Form: ProviderForm = {
  id: 'web3',
  name: 'Web3 wallets',
  enabledBy: ['external_web3_ethereum_enabled', 'external_web3_solana_enabled'],
  hasCallback: false,
  sections: [
    {
      title: 'Web3 wallets',
      settings: [
        { name: 'external_web3_ethereum_enabled', label: 'Sign in with Ethereum' },
        { name: 'external_web3_solana_enabled', label: 'Sign in with Solana' },
      ],
    },
  ],
}

const samlForm: ProviderForm = {
  id: 'saml',
  name: 'SAML 2.0',
  enabledBy: ['saml_enabled'],
  hasCallback: false,
  sections: [
    {
      title: 'SAML 2.0',
      settings: [
        { name: 'saml_enabled', label: 'Enable SAML single sign-on', hint: 'Add identity providers with the admin API or the CLI.' },
        { name: 'saml_allow_encrypted_assertions', label: 'Allow encrypted assertions' },
        {
          name: 'saml_external_url',
          label: 'External URL',
          placeholder: 'https://auth.example.com',
          hint: 'Set this if identity providers reach the service at another URL.',
        },
      ],
    },
  ],
}

/** The settings shared by all custom providers, which have their own list. */
export const customForm: ProviderForm = {
  id: 'custom',
  name: 'Custom providers',
  enabledBy: ['custom_oauth_enabled'],
  hasCallback: false,
  sections: [
    {
      title: 'Custom providers',
      settings: [
        {
          name: 'custom_oauth_enabled',
          label: 'Allow custom OAuth and OpenID Connect providers',
          hint: 'When off, users can’t sign in with these providers. Their configuration stays.',
        },
        { name: 'custom_oauth_max_providers', label: 'Maximum number of providers' },
      ],
    },
  ],
}

/** All ways to sign in, in the order of the page. */
export const providerForms: readonly ProviderForm[] = [emailForm, phoneForm, web3Form, samlForm, ...authProviderNames.map(formOf)]
