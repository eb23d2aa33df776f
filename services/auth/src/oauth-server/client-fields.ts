import { z } from 'zod'
import { AuthError } from '../errors.ts'
import { OptionalLine } from '../requests/fields.ts'
import type { ClientAuthMethod, OAuthClient } from './client.ts'

const grantTypes = ['authorization_code', 'refresh_token'] as const
const redirectUrisMost = 10
const uriMost = 2_048

/** Schemes of which a link runs code or shows what its sender wrote. */
const refusedSchemes = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'blob:',
  'file:',
  'about:',
  'view-source:',
  'filesystem:',
  'ws:',
  'wss:',
  'ftp:',
])

export const ClientFields = z.object({
  redirect_uris: z.array(z.string().max(uriMost)).max(100).nullish(),
  client_name: OptionalLine,
  client_uri: OptionalLine,
  logo_uri: OptionalLine,
  client_type: z.enum(['public', 'confidential']).nullish(),
  grant_types: z.array(z.enum(grantTypes)).max(10).nullish(),
  response_types: z.array(z.literal('code')).max(10).nullish(),
  token_endpoint_auth_method: z.enum(['none', 'client_secret_basic', 'client_secret_post']).nullish(),
})
export type ClientFields = z.output<typeof ClientFields>

export type NewClient = Pick<
  OAuthClient,
  'redirect_uris' | 'grant_types' | 'client_name' | 'client_uri' | 'logo_uri' | 'client_type' | 'token_endpoint_auth_method'
>

/** Returns an application with the requested fields; leave `before` out for a new one. @throws AuthError `validation_failed` */
export function clientOf(fields: ClientFields, before?: NewClient): NewClient {
  const redirectUris = fields.redirect_uris ?? before?.redirect_uris ?? []
  if (redirectUris.length === 0) throw invalid('redirect_uris is required')
  if (redirectUris.length > redirectUrisMost) throw invalid(`redirect_uris cannot exceed ${redirectUrisMost} items`)
  for (const uri of redirectUris) requireRedirectUri(uri)
  const method = fields.token_endpoint_auth_method ?? before?.token_endpoint_auth_method ?? methodOf(fields)
  const type = before?.client_type ?? fields.client_type ?? (method === 'none' ? 'public' : 'confidential')
  if (fields.client_type != null && fields.client_type !== type) throw invalid('client_type cannot be changed')
  if ((type === 'public') !== (method === 'none')) throw invalid(`token_endpoint_auth_method: ${method} is not allowed for a ${type} client`)
  const grants = [...new Set(fields.grant_types ?? before?.grant_types ?? grantTypes)]
  if (!grants.includes('authorization_code')) throw invalid('grant_types must include authorization_code')
  const name = fields.client_name ?? before?.client_name ?? null
  if (name !== null && name.length > 1_024) throw invalid('client_name is longer than 1024 characters')
  return {
    redirect_uris: redirectUris,
    grant_types: grants,
    client_name: name,
    client_uri: pageOf('client_uri', fields.client_uri ?? before?.client_uri ?? null),
    logo_uri: pageOf('logo_uri', fields.logo_uri ?? before?.logo_uri ?? null),
    client_type: type,
    token_endpoint_auth_method: method,
  }
}

const methodOf = ({ client_type: type }: ClientFields): ClientAuthMethod => (type === 'public' ? 'none' : 'client_secret_basic')

/** Where codes go: https, this machine, or a scheme of an app's own (RFC 8252, 7). */
function requireRedirectUri(uri: string): void {
  // they are kept with commas between them
  // oxlint-disable-next-line no-control-regex -- control characters are what this refuses
  if (/[\u0000-\u0020\u007f\\,]/.test(uri) || !URL.canParse(uri)) throw invalid('redirect_uris: not a valid URI')
  const { protocol, hostname, username, password } = new URL(uri)
  if (uri.includes('#')) throw invalid('redirect_uris: must not have a fragment')
  if (username !== '' || password !== '') throw invalid('redirect_uris: must not have a user name')
  if (refusedSchemes.has(protocol)) throw invalid(`redirect_uris: ${protocol} is not allowed`)
  if (protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)) {
    throw invalid('redirect_uris: must use https, except for localhost')
  }
}

/** A page or picture that users are shown a link to. */
function pageOf(name: string, uri: string | null): string | null {
  if (uri === null) return null
  if (uri.length > uriMost || !URL.canParse(uri) || !/^https?:$/.test(new URL(uri).protocol)) throw invalid(`${name} must be an http or https URL`)
  return uri
}

const invalid = (text: string): AuthError => new AuthError('validation_failed', text)
