import { insightClaim, type TrustedIssuer } from '@colonnade/projects'
import { claimedIssuer, createKeySet, importJwks, type KeySet, type TokenClaims } from '@colonnade/tokens'

/** The keys of other issuers whose tokens a project takes. */
export interface TrustedIssuers {
  /** The keys that a token has to be verified with, by whom it says that it is from; undefined for none of these issuers. */
  keysFor(token: string): KeySet | undefined
}

export function createTrustedIssuers(issuers: readonly TrustedIssuer[]): TrustedIssuers {
  const byIssuer = new Map(issuers.map(({ issuer, jwks }) => [withoutSlash(issuer), createKeySet(importJwks(jwks))]))
  return {
    keysFor(token) {
      if (byIssuer.size === 0) return undefined
      const issuer = claimedIssuer(token)
      return issuer === undefined ? undefined : byIssuer.get(withoutSlash(issuer))
    },
  }
}

/** Other issuers don't tell us when their tokens end, so the tokens have to say it. */
export const requiredOfOthers = ['exp'] as const

/** Roles that no other issuer can give: the one that passes all policies, and what PostgreSQL takes for no change of role. */
const keptRoles: ReadonlySet<string> = new Set(['service_role', 'authenticator', 'none', ''])

/** The claims of another issuer's token as the database may see them: without what only the project's own keys can say. */
export function claimsOfOther(claims: TokenClaims, otherwise: string): TokenClaims & { readonly role: string } {
  const { [insightClaim]: _insight, role = otherwise, ...others } = claims
  return { ...others, role: keptRoles.has(role) ? otherwise : role }
}

/** Some issuers name themselves with a slash in tokens and without one in their guides. */
function withoutSlash(issuer: string): string {
  return issuer.endsWith('/') ? issuer.slice(0, -1) : issuer
}
