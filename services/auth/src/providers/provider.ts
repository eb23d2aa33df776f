import type { JsonObject } from '../requests/auth-request.ts'

export interface ProviderEmail {
  /** Address as the provider writes it. */
  readonly email: string
  readonly isVerified: boolean
  readonly isPrimary: boolean
}

/** A provider's user. */
export interface ProviderUser {
  /** The provider's own id of them, which never changes. */
  readonly subject: string
  readonly emails: readonly ProviderEmail[]
  /** `name`, `picture` and so on: what becomes identity data and user metadata. */
  readonly claims: JsonObject
}

export interface ProviderTokens {
  readonly accessToken: string | null
  readonly refreshToken: string | null
  readonly idToken: string | null
  /** The whole answer, since some providers put the user there. */
  readonly answer: JsonObject
}

/** The project's client at a provider, from the project's settings. */
export interface ProviderClient {
  readonly clientId: string
  readonly secret: string
  /** The base address, where it can be chosen; without a slash at the end. */
  readonly url: string
}

/** Asks a provider with a token; the answer is JSON. */
export type AskProvider = (url: string, headers?: Readonly<Record<string, string>>) => Promise<unknown>

export interface Identification {
  readonly client: ProviderClient
  readonly tokens: ProviderTokens
  readonly ask: AskProvider
  /** Checks an ID token of this provider and returns its claims. */
  readonly verifyIdToken: (token: string) => Promise<JsonObject>
  /** The other parameters of the redirect back. */
  readonly returned: URLSearchParams
}

/** A provider's endpoints and conventions (RFC 6749). */
export interface Provider {
  readonly authorizeUrl: (client: ProviderClient) => string
  readonly tokenUrl: (client: ProviderClient) => string
  readonly scopes: readonly string[]
  /** Further parameters of the authorization request. */
  readonly parameters?: Readonly<Record<string, string>>
  /** PKCE with the provider (RFC 7636). */
  readonly usesPkce?: true
  /** Client authentication: in the body by default. */
  readonly clientAuth?: 'basic'
  /** Creates the secret, for providers that need a new one for each request. */
  readonly makeSecret?: (client: ProviderClient) => string
  /** Its ID tokens: who issues them, and where their keys are. */
  readonly idTokens?: {
    readonly issuers: (client: ProviderClient) => readonly (string | RegExp)[]
    readonly keysUrl: (client: ProviderClient) => string
    /** Returns true if claims of its ID tokens verify the address; by default `email_verified` decides. */
    readonly isEmailVerified?: (claims: JsonObject) => boolean
  }
  readonly identify: (identification: Identification) => Promise<ProviderUser>
}

/** A provider that a project has set up. */
export interface ConfiguredProvider {
  readonly name: string
  readonly provider: Provider
  readonly client: ProviderClient
  readonly scopes: readonly string[]
  /** Clients whose ID tokens count, of apps on phones for instance. */
  readonly audiences: readonly string[]
  readonly isEmailOptional: boolean
  readonly skipsNonce: boolean
}
