/** Where something listens. */
export interface Address {
  readonly host: string
  readonly port: number
}

/** What the pooler has to know of a project. */
export interface PooledProject {
  readonly state: 'active' | 'starting' | 'upgrading' | 'paused' | 'unhealthy'
  /** Where the database asks for passwords; null while it has no address. */
  readonly address: Address | null
  /** Where it asks nobody, because only the platform can get there; a host that begins with "/" is a socket folder. */
  readonly endpoint: Address | null
  readonly limits: {
    /** Sessions through the pooler at once. */
    readonly sessions: number
    /** Connections that transactions share. */
    readonly servers: number
    /** Clients of them. */
    readonly clients: number
  }
}

/** Who comes, as far as it has said. */
export interface PoolerClient {
  readonly mode: 'session' | 'transaction'
  readonly role: string
  /** Where it is; null for connections that transactions share, whose clients were let in before. */
  readonly address: string | null
  /** Whether what it says comes by TLS. */
  readonly isEncrypted: boolean
}

/** What is known of a role that wants to log in. */
export interface Login {
  /** As pg_authid has it; null for a role without a password. */
  readonly verifier: string | null
  readonly canLogin: boolean
  /** It is what the role was when its project fell asleep. */
  readonly isKept?: true
}

/** The platform, as far as the pooler needs it. */
export interface Projects {
  /** null for a ref that no project has. */
  resolve(ref: string): Promise<PooledProject | null>
  /** Resolves when a project that is starting has come up, or to something else. */
  settled(ref: string): Promise<void>
  /** Resolves for who may come to it, as far as that can be told without a password. @throws AppError for others */
  admit(ref: string, client: PoolerClient): Promise<void>
  /** Keeps a project from falling asleep until the returned function is called. One that sleeps is woken first; any other is left as it is. */
  hold(ref: string, client: PoolerClient): Promise<() => void>
  /** null for a role that there is not, or that nobody but the platform may be; 'unknown' where the project sleeps, and has to be woken to tell. */
  login(ref: string, role: string): Promise<Login | null | 'unknown'>
}
