import { z } from 'zod'
import { get, patch, post, remove, resource } from '../foundation/endpoint.ts'
import { Name, Nothing, Slug, Timestamp } from '../foundation/values.ts'
import { providerKinds, SignInProvider } from './sessions.ts'

/** Issuer of github.com. GitHub Enterprise Server uses its own URL. */
export const githubIssuer = 'https://github.com'

/** Returns the callback path of a provider, below the installation's URL. It must be registered with the provider. */
export const callbackPath = (key: string): string => `/sign-in/with/${key}`

export const IdentityProvider = SignInProvider.extend({
  /** Issuer URL of an OpenID provider, or URL of a GitHub server. */
  issuer: z.string(),
  client_id: z.string(),
  is_enabled: z.boolean(),
  callback_url: z.string(),
  created_at: Timestamp,
  /** Number of people with a linked identity, and of those without any other way to sign in. */
  people: z.number().int(),
  people_without_another_way: z.number().int(),
})
export type IdentityProvider = z.infer<typeof IdentityProvider>

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)

/** An issuer URL: https, except on localhost. */
export const Issuer = z
  .string()
  .trim()
  .max(500)
  .refine((text) => URL.canParse(text), 'Enter a URL, such as https://id.example.com')
  .transform((text) => new URL(text))
  .refine(({ protocol, hostname }) => protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)), 'Use https')
  .refine(({ username, password, search, hash }) => username + password + search + hash === '', 'Remove user name, password, query and fragment')
  .transform(({ href }) => href.replace(/\/\.well-known\/openid-configuration$/, '').replace(/^(https?:\/\/[^/]+)\/$/, '$1'))

const ClientId = z.string().trim().min(1, 'Enter the client ID').max(500)
const ClientSecret = z.string().trim().min(1, 'Enter the client secret').max(1_000)

export const IdentityProviderInput = z.object({
  /** Part of the callback URL. It can't change. */
  key: Slug,
  kind: z.enum(providerKinds),
  name: Name,
  issuer: Issuer,
  client_id: ClientId,
  client_secret: ClientSecret,
})

/** Omitted fields stay unchanged. The issuer can't change, because identities belong to it. */
export const IdentityProviderChanges = z.object({
  name: Name.optional(),
  client_id: ClientId.optional(),
  client_secret: ClientSecret.optional(),
  is_enabled: z.boolean().optional(),
})

/** Result of a provider test. */
export const ProviderTest = z.object({
  /** Null on success. */
  problem: z.string().nullable(),
  /** Authorization URL; null if unknown. */
  authorization_endpoint: z.string().nullable(),
})
export type ProviderTest = z.infer<typeof ProviderTest>

/** External sign-in providers, configured by the owner of the installation. */
export const identityProviders = resource('/platform/installation/identity-providers', {
  list: get('/', {
    summary: 'List providers by name, without their secrets',
    auth: 'owner',
    reply: z.object({
      items: z.array(IdentityProvider),
      /** Callback URL to register, followed by the key of a provider. */
      callback_base: z.string(),
    }),
  }),
  create: post('/', {
    summary: 'Create a provider. It is off until you turn it on',
    auth: 'owner',
    audit: 'identity_provider.created',
    body: IdentityProviderInput,
    reply: IdentityProvider,
    status: 201,
    errors: ['identity_provider_exists'],
  }),
  update: patch('/{key}', {
    summary: 'Update a provider, or turn it on or off',
    auth: 'owner',
    audit: 'identity_provider.updated',
    body: IdentityProviderChanges,
    reply: IdentityProvider,
    errors: ['identity_provider_not_found'],
  }),
  test: post('/{key}/test', {
    summary: 'Test the configuration of a provider',
    auth: 'owner',
    rate: 'credentials',
    reply: ProviderTest,
    errors: ['identity_provider_not_found'],
  }),
  remove: remove('/{key}', {
    summary: 'Delete a provider and its linked identities',
    auth: 'owner',
    audit: 'identity_provider.removed',
    reply: Nothing,
    status: 204,
    errors: ['identity_provider_not_found'],
  }),
})
