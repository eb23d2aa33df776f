/** Where clients of all projects are led to the one they name. */
export interface PoolerAddress {
  /** What it listens on, as configured. */
  readonly host: string
  readonly sessionPort: number
  readonly transactionPort: number
  /** What it has done for a project since it began, and who is there now; zeros where nobody has come yet. */
  readonly statistics: (ref: string) => PoolerCounts
  /** Refs of the projects that somebody has come to. */
  readonly served: () => readonly string[]
  /** Closes connections to a project's server that clients share, as soon as no client has them. */
  readonly letGo: (ref: string) => void
  readonly dedicated: DedicatedPooling
  /** Names that lead to projects: these from the next connection on, and no others. Returns those whose certificates can not be used. */
  readonly domains: { serve(domains: readonly LedDomain[]): readonly { readonly name: string; readonly error: unknown }[] }
  /** Makes a certificate for a name, signed with that of all projects; null where that was configured, and so signs nothing. */
  readonly issueCertificate: ((name: string) => Promise<{ readonly certificate: string; readonly key: string }>) | null
  /** What clients by TLS are shown, in PEM with the chain behind it. */
  readonly certificate: string
}

/** A name that leads to one project. */
export interface LedDomain {
  readonly name: string
  readonly ref: string
  /** In PEM, with the chain behind it; null for that of all projects. */
  readonly certificate: { readonly pem: string; readonly key: string } | null
}

/** What opens and closes ports of single projects. */
export interface DedicatedPooling {
  /** The address of IPv4 that they are on; null where there is none. */
  readonly host: string | null
  /** Also when they are open already: then what has changed. */
  open(
    ref: string,
    wish: DedicatedPoolingWish,
  ): Promise<{ readonly session: { readonly port: number }; readonly transaction: { readonly port: number } | null }>
  close(ref: string): Promise<void>
}

export interface DedicatedPoolingWish {
  readonly poolMode: 'transaction' | 'session'
  /** Where they were last; null: anywhere. */
  readonly sessionPort: number | null
  readonly transactionPort: number | null
  readonly avoid: ReadonlySet<number>
}

export interface PoolerCounts {
  readonly since: Date
  /** Those in session mode among them. */
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
