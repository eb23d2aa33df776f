/** The pooler for clients of all projects. */
export interface PoolerAddress {
  /** Configured addresses. */
  readonly host: string
  readonly sessionPort: number
  readonly transactionPort: number
  /** Returns a project's statistics since the pooler started, and its current clients; zeros if there were none. */
  readonly statistics: (ref: string) => PoolerCounts
  /** Returns refs of projects with clients. */
  readonly served: () => readonly string[]
  /** Closes shared connections to a project's server as they become idle. */
  readonly evict: (ref: string) => void
  readonly dedicated: DedicatedPooling
  /** Replaces the custom domains for new connections. Returns those with invalid certificates. */
  readonly domains: { serve(domains: readonly LedDomain[]): readonly { readonly name: string; readonly error: unknown }[] }
  /** Creates a certificate for a domain, signed by the pooler's own; null if that was configured, and so can't sign. */
  readonly issueCertificate: ((name: string) => Promise<{ readonly certificate: string; readonly key: string }>) | null
  /** Returns the certificate shown to TLS clients, in PEM with its chain. */
  readonly certificate: string
}

/** A custom domain of one project. */
export interface LedDomain {
  readonly name: string
  readonly ref: string
  /** Certificate in PEM with its chain; null for the shared one. */
  readonly certificate: { readonly pem: string; readonly key: string } | null
}

/** Opens and closes ports of dedicated poolers. */
export interface DedicatedPooling {
  /** IPv4 address of the ports; null without one. */
  readonly host: string | null
  /** Opens the ports, or applies changes to open ones. */
  open(
    ref: string,
    request: DedicatedPoolingRequest,
  ): Promise<{ readonly session: { readonly port: number }; readonly transaction: { readonly port: number } | null }>
  close(ref: string): Promise<void>
}

export interface DedicatedPoolingRequest {
  readonly poolMode: 'transaction' | 'session'
  /** Former ports; null for any. */
  readonly sessionPort: number | null
  readonly transactionPort: number | null
  readonly avoid: ReadonlySet<number>
}

export interface PoolerCounts {
  readonly since: Date
  /** Clients, including those in session mode. */
  readonly clients: number
  readonly sessions: number
  readonly servers: number
  readonly waiting: number
  readonly served: number
  readonly waitedMs: number
  readonly refused: number
  readonly bytesFromClients: number
  readonly bytesToClients: number
}
