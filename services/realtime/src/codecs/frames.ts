/** A client's message number; replies repeat it. */
export type Ref = string | number | null

/** Version of the protocol that a socket speaks, by its major. */
export type Version = 1 | 2

/** A message of a Phoenix channel. */
export interface Frame {
  readonly kind: 'frame'
  /** The ref that its channel was joined with. */
  readonly joinRef: Ref
  readonly ref: Ref
  readonly topic: string
  readonly event: string
  readonly payload: unknown
}

/** Content of a broadcast: JSON, or bytes that only clients understand. */
export interface Content {
  readonly isJson: boolean
  readonly bytes: Buffer
}

/** A broadcast that came in binary, whose content is passed on as it is. */
export interface PushFrame {
  readonly kind: 'push'
  readonly joinRef: Ref
  readonly ref: Ref
  readonly topic: string
  /** The name of the broadcast. */
  readonly name: string
  /** JSON, or empty. */
  readonly meta: string
  readonly content: Content
}

/** Something to send, as sockets of one version take it. */
export interface Encoded {
  readonly bytes: Buffer
  readonly isBinary: boolean
}
