/** Who an S3 call acts as. */
export interface S3Identity {
  /** The role of the database. */
  readonly role: string
  /** As JSON, with `role` in it. */
  readonly claims: string
  /** `sub` of the claims. */
  readonly userId: string | null
}

/** A key that signs, and whom it acts as. */
export interface S3Credential {
  readonly secret: string
  readonly identity: S3Identity
  /** Called when it has signed a call. */
  readonly used: () => void
}

/** Knows the keys of a project. */
export interface S3Credentials {
  /** null for a key that the project doesn't have. */
  find(ref: string, keyId: string): Promise<S3Credential | null>
  /**
   * Of a session: the project's ref is the key, its anon key the secret, the user's token says who it is. More than one where the project has
   * several such keys.
   *
   * @throws S3Error `ExpiredToken`, `InvalidToken`
   */
  openSession(ref: string, keyId: string, token: string): Promise<readonly S3Credential[]>
}
