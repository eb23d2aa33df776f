import { authProviderNames } from '@colonnade/contracts/auth/provider-fields'
import type { AuthCall } from '../call.ts'
import type { AuthReply } from '../requests/auth-reply.ts'

/** Returns the public settings for sign-in pages (`Settings` of GoTrue). */
export async function describeSettings({ settings }: AuthCall): Promise<AuthReply> {
  return {
    json: {
      external: {
        anonymous_users: settings.external_anonymous_users_enabled,
        ...Object.fromEntries(authProviderNames.map((name) => [name, settings[`external_${name}_enabled`]])),
        email: settings.external_email_enabled,
        phone: settings.external_phone_enabled,
      },
      disable_signup: settings.disable_signup,
      mailer_autoconfirm: settings.mailer_autoconfirm,
      phone_autoconfirm: settings.sms_autoconfirm,
      sms_provider: settings.sms_provider,
      saml_enabled: settings.saml_enabled,
      passkeys_enabled: settings.passkey_enabled,
    },
  }
}

/** Says that the service runs; no database is asked. */
export async function describeHealth(): Promise<AuthReply> {
  return { json: { version: 'v2.196.0', name: 'GoTrue', description: 'GoTrue is a user registration and authentication API' } }
}

/** OpenID Connect Discovery 1.0, 3; of the OAuth server only what the project has switched on. */
export async function describeIssuer({ request: { publicUrl }, settings }: AuthCall): Promise<AuthReply> {
  const oauth = settings.oauth_server_enabled
    ? {
        authorization_endpoint: `${publicUrl}/oauth/authorize`,
        token_endpoint: `${publicUrl}/oauth/token`,
        userinfo_endpoint: `${publicUrl}/oauth/userinfo`,
        ...(settings.oauth_server_allow_dynamic_registration && { registration_endpoint: `${publicUrl}/oauth/clients/register` }),
        scopes_supported: ['openid', 'profile', 'email', 'phone', 'offline_access'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        code_challenge_methods_supported: ['S256', 'plain'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      }
    : {}
  return {
    headers: { 'cache-control': 'public, max-age=600' },
    json: {
      issuer: publicUrl,
      jwks_uri: `${publicUrl}/.well-known/jwks.json`,
      ...oauth,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256', 'RS256', 'EdDSA'],
      claims_supported: [
        'sub',
        'aud',
        'iss',
        'exp',
        'iat',
        'auth_time',
        'nonce',
        'email',
        'email_verified',
        'phone_number',
        'phone_number_verified',
        'name',
        'picture',
      ],
    },
  }
}
