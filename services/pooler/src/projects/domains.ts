import { createSecureContext, type SecureContext } from 'node:tls'

/** A domain of one project. */
export interface ServedDomain {
  /** In ASCII and small letters. */
  readonly name: string
  readonly ref: string
  /** In PEM, the certificate with the chain behind it; null where the pooler's own is good for the name. */
  readonly certificate: { readonly pem: string; readonly key: string } | null
}

export interface KnownDomain {
  readonly ref: string
  /** null for the pooler's own. */
  readonly secureContext: SecureContext | null
}

/** Domains of projects. */
export interface Domains {
  /** Finds a TLS server name: in any case, with a dot at the end or without. */
  find(servername: string): KnownDomain | undefined
  /** Replaces the domains for new connections; connected clients stay. Returns the domains with invalid certificates; they get the pooler's own. */
  serve(domains: readonly ServedDomain[]): readonly { readonly name: string; readonly error: unknown }[]
}

export function createDomains(): Domains {
  let known: ReadonlyMap<string, KnownDomain & { readonly pem: string | null }> = new Map()
  return {
    // nothing is computed for the many connections that no domain is there for
    find: (servername) => (known.size === 0 ? undefined : known.get(servername.toLowerCase().replace(/\.$/, ''))),
    serve(domains) {
      const failures: { name: string; error: unknown }[] = []
      const contextOf = ({ name, certificate }: ServedDomain): SecureContext | null => {
        if (certificate === null) return null
        const { pem, key } = certificate
        const before = known.get(name)
        // a certificate has one key
        if (before?.pem === pem && before.secureContext !== null) return before.secureContext
        try {
          return createSecureContext({ cert: pem, key, minVersion: 'TLSv1.2' })
        } catch (error) {
          failures.push({ name, error })
          return null
        }
      }
      known = new Map(
        domains.map((domain) => [domain.name, { ref: domain.ref, pem: domain.certificate?.pem ?? null, secureContext: contextOf(domain) }]),
      )
      return failures
    },
  }
}
