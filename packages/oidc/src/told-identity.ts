/** What one sign-in with a provider is known by; the same when the browser leaves and when it returns. */
export interface Errand {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  /** PKCE (RFC 7636). */
  readonly verifier: string
}

/** How a kind of provider is spoken with. What the provider does wrong is thrown as `identity_provider_failed` or `identity_refused`. */
export interface Protocol {
  readonly authorizationEndpoint: string
  /** Where to send the browser. */
  authorizationUrl(errand: Errand): Promise<string>
  /** Checks what the browser brought back, and asks the provider who it is. */
  identify(parameters: URLSearchParams, errand: Errand): Promise<ToldIdentity>
  /** Whether the provider takes our client id and secret; otherwise what is wrong. */
  probeClient(redirectUri: string): Promise<string | null>
}

/** A provider with what is needed to speak with it. */
export interface ProviderSettings {
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Who somebody is, as a provider says and we believe. */
export interface ToldIdentity {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly name: string | null
}
