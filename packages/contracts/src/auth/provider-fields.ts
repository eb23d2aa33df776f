import { type BooleanField, fieldsOf, type TextField } from './setting-field.ts'
import { findHttpUrlProblem } from './setting-values.ts'

const { on: _on, ...field } = fieldsOf('providers')

interface Provider {
  /** True if apps can send ID tokens that they got from the provider directly. Then no client secret is needed. */
  readonly takesIdTokens?: true
  /** `needed` if the server URL is required, another value if it is optional. */
  readonly url?: 'optional' | 'needed'
}

/** Built-in sign-in providers, by their names in settings. */
export const authProviders = {
  apple: { takesIdTokens: true },
  azure: { takesIdTokens: true, url: 'optional' },
  bitbucket: {},
  discord: {},
  facebook: { takesIdTokens: true },
  figma: {},
  github: {},
  gitlab: { url: 'optional' },
  google: { takesIdTokens: true },
  kakao: { takesIdTokens: true },
  keycloak: { takesIdTokens: true, url: 'needed' },
  linkedin_oidc: {},
  notion: {},
  slack: {},
  slack_oidc: {},
  spotify: {},
  twitch: {},
  twitter: {},
  workos: { url: 'optional' },
  x: {},
  zoom: {},
} as const satisfies Readonly<Record<string, Provider>>
export type AuthProvider = keyof typeof authProviders

export const authProviderNames = Object.keys(authProviders) as readonly AuthProvider[]
export const describeProvider = (name: AuthProvider): Provider => authProviders[name]

type BasicFields = { readonly [Name in `external_${AuthProvider}_enabled`]: BooleanField } & {
  readonly [Name in `external_${AuthProvider}_${'client_id' | 'secret'}`]: TextField
} & { readonly [Name in `external_${Exclude<AuthProvider, 'workos'>}_email_optional`]: BooleanField }

const basicFields = Object.fromEntries(
  authProviderNames.flatMap((name) => [
    [`external_${name}_enabled`, field.off],
    [`external_${name}_client_id`, field.text()],
    [`external_${name}_secret`, field.secret()],
    // its profiles always have an email address
    ...(name === 'workos' ? [] : [[`external_${name}_email_optional`, field.off]]),
  ]),
) as BasicFields

const url = field.text({ findProblem: findHttpUrlProblem })

/** Settings of external sign-in. */
export const providerFields = {
  ...basicFields,
  external_azure_url: url,
  external_gitlab_url: url,
  external_keycloak_url: url,
  external_workos_url: url,
  external_apple_additional_client_ids: field.list(),
  external_google_additional_client_ids: field.list(),
  external_google_skip_nonce_check: field.off,
  nimbus_oauth_client_id: field.text(),
  nimbus_oauth_client_secret: field.secret(),
  nimbus_oauth_email_optional: field.off,
}
