import { z } from 'zod'
import { get, patch, post, remove, resource } from '../foundation/endpoint.ts'
import { Name, Nothing, Slug, Timestamp } from '../foundation/values.ts'
import { providerKinds, SignInProvider } from './sessions.ts'

/** GitHub's own; GitHub Enterprise Server is named by its address in place of it. */
export const githubIssuer = 'https://github.com'

/** Where a provider sends browsers back to, under the installation's address. It has to be registered there. */
export const callbackPath = (key: string): string => `/sign-in/with/${key}`

export const IdentityProvider = SignInProvider.extend({
  /** Who tells: the address under which an OpenID provider publishes what it is, or that of a GitHub. */
  issuer: z.string(),
  client_id: z.string(),
  is_enabled: z.boolean(),
  callback_url: z.string(),
  created_at: Timestamp,
  /** Who has linked an identity of it, and who among them has neither password nor passkey nor another provider that is on. */
  people: z.number().int(),
  people_without_another_way: z.number().int(),
})
export type IdentityProvider = z.infer<typeof IdentityProvider>

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)

/** An address of the web that tells nothing in passing: https, but for this machine itself. */
export const Issuer = z
  .string()
  .trim()
  .max(500)
  .refine((text) => URL.canParse(text), 'This is no address: it must look like https://id.example.com')
  .transform((text) => new URL(text))
  .refine(({ protocol, hostname }) => protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)), 'Use https')
  .refine(({ username, password, search, hash }) => username + password + search + hash === '', 'Leave out names, passwords and what follows ? or #')
  .transform(({ href }) => href.replace(/\/\.well-known\/openid-configuration$/, '').replace(/^(https?:\/\/[^/]+)\/$/, '$1'))

const ClientId = z.string().trim().min(1, 'Give the client ID').max(500)
const ClientSecret = z.string().trim().min(1, 'Give the client secret').max(1_000)

export const IdentityProviderInput = z.object({
  /** In the address that it sends browsers back to; it stays. */
  key: Slug,
  kind: z.enum(providerKinds),
  name: Name,
  issuer: Issuer,
  client_id: ClientId,
  client_secret: ClientSecret,
})

/** What is left out stays as it is; the issuer always does, since an identity is good with its issuer only. */
export const IdentityProviderChanges = z.object({
  name: Name.optional(),
  client_id: ClientId.optional(),
  client_secret: ClientSecret.optional(),
  is_enabled: z.boolean().optional(),
})

/** What a provider said when it was asked just now. */
export const ProviderTest = z.object({
  /** Null when all is well. */
  problem: z.string().nullable(),
  /** Where browsers are sent; null where that could not be found out. */
  authorization_endpoint: z.string().nullable(),
})
export type ProviderTest = z.infer<typeof ProviderTest>

/** With what people sign in beside password and passkey, as the owner of the installation configures it. */
export const identityProviders = resource('/platform/installation/identity-providers', {
  list: get('/', {
    summary: 'Configured providers, by name, without their secrets',
    auth: 'owner',
    reply: z.object({
      items: z.array(IdentityProvider),
      /** What the key of a provider is put behind, for the address that has to be registered there. */
      callback_base: z.string(),
    }),
  }),
  create: post('/', {
    summary: 'Configure a provider; it is off until it is turned on',
    auth: 'owner',
    audit: 'identity_provider.created',
    body: IdentityProviderInput,
    reply: IdentityProvider,
    status: 201,
    errors: ['identity_provider_exists'],
  }),
  update: patch('/{key}', {
    summary: 'Change a provider, or turn it on or off',
    auth: 'owner',
    audit: 'identity_provider.updated',
    body: IdentityProviderChanges,
    reply: IdentityProvider,
    errors: ['identity_provider_not_found'],
  }),
  test: post('/{key}/test', {
    summary: 'Ask a provider what it is and whether it knows this installation',
    auth: 'owner',
    rate: 'credentials',
    reply: ProviderTest,
    errors: ['identity_provider_not_found'],
  }),
  remove: remove('/{key}', {
    summary: 'Delete a provider, and with it what was linked',
    auth: 'owner',
    audit: 'identity_provider.removed',
    reply: Nothing,
    status: 204,
    errors: ['identity_provider_not_found'],
  }),
})
