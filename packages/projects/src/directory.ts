import type { FunctionEnvironment, ProjectFunctions } from './functions.ts'

/** Where something listens; a host that begins with "/" is the folder of a socket. */
export interface Address {
  readonly host: string
  readonly port: number
}

/** A project, as far as what leads clients to it must know. */
export interface KnownProject {
  readonly state: 'active' | 'starting' | 'upgrading' | 'paused' | 'unhealthy'
  /** Where its database asks for passwords; null while it has no address. */
  readonly address: Address | null
  /** Where it asks nobody, because only the platform gets there; null while it has no address. */
  readonly endpoint: Address | null
  readonly limits: {
    /** Sessions through the pooler at once. */
    readonly sessions: number
    /** Connections that transactions share. */
    readonly servers: number
    /** Clients who share them. */
    readonly clients: number
  }
}

/** Who comes to a project's database, as far as it has said. */
export interface ProjectClient {
  readonly mode: 'session' | 'transaction'
  readonly role: string
  /** null for connections that transactions share, whose clients were let in before. */
  readonly address: string | null
  /** Whether what it says comes by TLS. */
  readonly isEncrypted: boolean
}

/** What is known of a role that wants to log in. */
export interface RoleLogin {
  /** Its SCRAM verifier, as pg_authid has it; null for a role without a password, or with one that has run out. */
  readonly verifier: string | null
  readonly canLogin: boolean
  /** It is what the role was when its project fell asleep. */
  readonly isKept?: true
}

/** A key that a project's tokens are signed with, or were. */
export interface SigningKey {
  /** `kid` of its tokens. */
  readonly id: string
  readonly algorithm: 'ES256' | 'RS256' | 'EdDSA' | 'HS256'
  readonly state: 'in_use' | 'standby' | 'previously_used' | 'revoked'
  /** The secret of `ProjectKeys`, whose tokens have no `kid`. */
  readonly isLegacy: boolean
  /** RFC 7517, private half included. */
  readonly jwk: Readonly<Record<string, unknown>>
}

/** A key that clients send as `apikey`. The legacy ones, which are tokens, are among them. */
export interface ApiKey {
  readonly id: string
  readonly kind: 'publishable' | 'secret' | 'legacy'
  /** SHA-256 of the whole key, base64url. */
  readonly hash: string
  /** What may be shown and logged: of a legacy key its role. */
  readonly prefix: string
  /** The role of the database that it acts as. */
  readonly role: string
  /** Milliseconds since the Unix epoch; null for no end. */
  readonly expiresAt: number | null
  /** Legacy keys are switched off one by one. */
  readonly isEnabled: boolean
}

/** Another issuer whose tokens open a project's data. */
export interface TrustedIssuer {
  /** `iss` of its tokens, with or without a slash at the end. */
  readonly issuer: string
  /** Its public keys (RFC 7517, 5). */
  readonly jwks: unknown
}

/** What proves who calls a project's services. */
export interface ProjectKeys {
  /**
   * The bytes of this text are the key (HS256), as tools of the ecosystem take it. It is among the signing keys with its state, and
   * verifies nothing once it is revoked or no longer there.
   */
  readonly jwtSecret: string
  /** Including revoked keys, so that their tokens get a specific error. */
  readonly signingKeys: readonly SigningKey[]
  readonly apiKeys: readonly ApiKey[]
  readonly issuers: readonly TrustedIssuer[]
}

/** Calls of one client with one key since the last report. */
export interface KeyUse {
  /** Of the key. */
  readonly id: string
  /** Of the last call, milliseconds since the Unix epoch. */
  readonly at: number
  /** Of the last call. */
  readonly address: string
  /** What the client calls itself: `supabase-js/2.119.1`; empty if it doesn't say. */
  readonly client: string
  readonly calls: number
}

/** What the platform keeps of a data API's settings; the rest is in the project's database. */
export interface RestAccess {
  readonly isEnabled: boolean
  /** Most connections; null to follow the compute size. */
  readonly poolSize: number | null
  /** Origins of web pages that may call it; `*` for any. */
  readonly allowedOrigins: readonly string[]
}

/** How a project's auth service is configured, as the platform keeps it. */
export interface AuthConfiguration {
  /** Grows with each change. */
  readonly revision: number
  /** What differs from the defaults of the contract, by the names of `config/auth`; secrets are opened. */
  readonly settings: Readonly<Record<string, boolean | number | string>>
}

/** How a project's storage is configured, as the platform keeps it. */
export interface StorageConfiguration {
  /** Of one file, in bytes. Buckets can only lower it. */
  readonly fileSizeLimit: number
  readonly isImageTransformationEnabled: boolean
  readonly isS3Enabled: boolean
}

/** An access key of the S3 protocol. */
export interface S3Key {
  readonly accessKey: string
  readonly secret: string
  /** The role of the database that it acts as. */
  readonly role: string
  /** The user whom it acts as; null for none. */
  readonly userId: string | null
}

/** What proves S3 clients of a project. */
export interface S3Keys {
  readonly keys: readonly S3Key[]
  /** Its anon keys: clients that act as a user sign with one of them, and bring the user's token. */
  readonly sessionSecrets: readonly {
    readonly text: string
    /** Milliseconds since the Unix epoch; null for no end. */
    readonly expiresAt: number | null
  }[]
}

/** What the storage service knows of a project. */
export interface ProjectStorage extends StorageConfiguration {
  /** The ref of the project that its branches share the bytes of files with: its own, unless it is a branch. */
  readonly family: string
}

/** What the realtime service allows in a project. */
export interface ProjectRealtime {
  readonly isPrivateOnly: boolean
  /** Nobody gets in. */
  readonly isSuspended: boolean
  readonly isPresenceEnabled: boolean
  readonly maxConcurrentUsers: number
  readonly maxEventsPerSecond: number
  /** Of broadcasts that clients send. */
  readonly maxBytesPerSecond: number
  readonly maxJoinsPerSecond: number
  readonly maxPresenceEventsPerSecond: number
  readonly maxChannelsPerClient: number
  /** Of one broadcast. */
  readonly maxPayloadBytes: number
  /** When all clients were last disconnected, in milliseconds since the Unix epoch; 0 for never. */
  readonly disconnectedAt: number
}

/** Waits for news of one project. */
export interface ProjectNews {
  /** Resolves when something of the project has changed, or after so many milliseconds: then false. */
  next(withinMs: number): Promise<boolean>
  close(): void
}

/** What services know of projects: the platform implements it, and nothing else reads the platform's tables. */
export interface ProjectDirectory {
  /** Returns null if no project has that ref, or it was deleted. */
  resolve(ref: string): Promise<KnownProject | null>
  /** Resolves when a project that is starting has come up, or to something else. */
  settled(ref: string): Promise<void>
  /** Resolves for a client that its project takes, which wakes nobody. @throws AppError `address_not_allowed`, `encryption_required` */
  admit(ref: string, client: ProjectClient): Promise<void>
  /**
   * Wakes a project that sleeps, and keeps it awake until the returned function is called; any other is left as it is.
   *
   * @throws AppError `address_not_allowed`, `encryption_required`, `project_wake_failed`
   */
  hold(ref: string, client: ProjectClient): Promise<() => void>
  /** null for a role that there is not, or that only the platform may be; 'unknown' where the project sleeps and its roles were not kept. */
  login(ref: string, role: string): Promise<RoleLogin | null | 'unknown'>
  /** null for a ref that no project has. */
  keys(ref: string): Promise<ProjectKeys | null>
  /** null for a ref that no project has. Changes of it and of keys are news of the project. */
  rest(ref: string): Promise<RestAccess | null>
  /** null for a ref that no project has. Changes of it are news of the project. */
  auth(ref: string): Promise<AuthConfiguration | null>
  /** null for a ref that no project has. Changes of it are news of the project. */
  storage(ref: string): Promise<ProjectStorage | null>
  /** null for a ref that no project has. Changes of its settings are news of the project. */
  realtime(ref: string): Promise<ProjectRealtime | null>
  /** null for a ref that no project has. Deploys, and changes of what workers see in their environment, are news of the project. */
  functions(ref: string): Promise<ProjectFunctions | null>
  /** What workers of a project see in their environment, secrets opened, without what is of one worker alone; null for a ref that no project has. */
  functionEnvironment(ref: string): Promise<FunctionEnvironment | null>
  /** null for a ref that no project has. Changes of it are news of the project. */
  s3Keys(ref: string): Promise<S3Keys | null>
  /** The project that an access key of the S3 API belongs to, for addresses that name none; null for a key that nobody has. */
  s3KeyProject(accessKey: string): Promise<string | null>
  /** Keeps when an access key was last used. @param at milliseconds since the Unix epoch */
  reportS3KeyUse(accessKey: string, at: number): Promise<void>
  /** Counts bytes that the storage service has sent. In memory: usage takes over what was counted every minute, and before an orderly stop. */
  countSent(ref: string, bytes: number): void
  /** Counts an image that was rendered in another size or format, by the ID of its object; once a month. In memory likewise. */
  countTransformed(ref: string, image: string): void
  /** Counts messages that went through the realtime service. In memory likewise. */
  countMessages(ref: string, messages: number): void
  /** Notes how many clients are connected to the realtime service now; usage keeps the most. In memory likewise. */
  countConnections(ref: string, connections: number): void
  /** Refs of the projects that are awake, whose servers Colonnade runs. */
  awake(): Promise<readonly string[]>
  /** Reports when API keys were last used, in batches. Ignores keys deleted since. */
  reportKeyUse(ref: string, uses: readonly KeyUse[]): Promise<void>
  /** @throws AppError `rate_limited` when too many wait for the same project */
  news(ref: string): ProjectNews
}
