/** The used part of its types; the whole would declare a browser's globals everywhere. */
export interface Profile {
  readonly nameID?: string
  readonly nameIDFormat?: string
  /** By name: a text, or several. */
  readonly attributes?: Readonly<Record<string, unknown>>
}
export interface CacheItem {
  readonly value: string
  readonly createdAt: number
}
export interface CacheProvider {
  saveAsync(key: string, value: string): Promise<CacheItem | null>
  getAsync(key: string): Promise<string | null>
  removeAsync(key: string | null): Promise<string | null>
}
export declare enum ValidateInResponseTo {
  never = 'never',
  ifPresent = 'ifPresent',
  always = 'always',
}
export interface SamlOptions {
  readonly callbackUrl: string
  readonly issuer: string
  readonly audience: string
  readonly entryPoint: string
  readonly idpIssuer: string
  readonly idpCert: string[]
  readonly identifierFormat: string | null
  readonly disableRequestedAuthnContext: boolean
  readonly wantAssertionsSigned: boolean
  readonly wantAuthnResponseSigned: boolean
  readonly acceptedClockSkewMs: number
  readonly maxAssertionAgeMs: number
  readonly generateUniqueId: () => string
  readonly validateInResponseTo: ValidateInResponseTo
  readonly cacheProvider: CacheProvider
}
export declare class SAML {
  constructor(options: SamlOptions)
  getAuthorizeUrlAsync(relayState: string, host: string | undefined, options: object): Promise<string>
  validatePostResponseAsync(form: { readonly SAMLResponse: string }): Promise<{ readonly profile: Profile | null; readonly loggedOut: boolean }>
}
