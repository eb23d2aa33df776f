/** Issuers of well-known services, by their hosts. */
const types: readonly (readonly [type: string, host: RegExp])[] = [
  ['firebase', /^securetoken\.google\.com$/],
  ['auth0', /\.auth0\.com$/],
  ['cognito', /^cognito-idp\.[a-z\d-]+\.amazonaws\.com$/],
  ['clerk', /\.clerk\.accounts\.dev$|^clerk\./],
  ['workos', /^api\.workos\.com$/],
]

/** Returns the service of an issuer, by its address: `oidc` for others. */
export function typeOfIssuer(issuer: string): string {
  const { hostname } = new URL(issuer)
  return types.find(([, host]) => host.test(hostname))?.[0] ?? 'oidc'
}
