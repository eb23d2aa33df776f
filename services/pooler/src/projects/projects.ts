/** Where something listens. */
export interface Address {
  readonly host: string
  readonly port: number
}

/** What the pooler has to know of a project. */
export interface PooledProject {
  readonly state: 'active' | 'asleep' | 'starting' | 'paused' | 'unhealthy'
  /** Where the database asks for passwords; null while it has no address. */
  readonly address: Address | null
  readonly limits: {
    /** Sessions through the pooler at once. */
    readonly sessions: number
  }
}

/** The platform, as far as the pooler needs it. */
export interface Projects {
  /** null for a ref that no project has. */
  resolve(ref: string): Promise<PooledProject | null>
  /** Resolves when a project that slept takes connections. */
  wake(ref: string): Promise<void>
}
