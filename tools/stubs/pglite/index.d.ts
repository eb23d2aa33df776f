/** What pg_dump asks of the database that it is given. */
export interface PGlite {
  query<T>(statement: string): Promise<{ rows: T[] }>
  exec(statement: string): Promise<unknown>
  /** Messages of the wire protocol there, and before it returns those back. */
  execProtocolRawStream(message: Uint8Array, options: { onRawData: (answer: Uint8Array) => void }): unknown
}
