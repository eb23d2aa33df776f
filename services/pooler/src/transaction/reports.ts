import { messageOf } from './client-messages.ts'
import type { PooledServer } from './pooled-server.ts'

/** Compares a client's reported settings (ParameterStatus; PostgreSQL documentation, 54.2.7) with those of its connection. */
export class Reports {
  readonly #told: Map<string, string>
  /** Values before this turn, of settings that were reported in it. */
  readonly #before = new Map<string, string | undefined>()

  constructor(told: ReadonlyMap<string, string>) {
    this.#told = new Map(told)
  }

  /** A turn on a connection begins. */
  begin(): void {
    this.#before.clear()
  }

  /** Records a reported setting; it also goes to the client, unless a query of the pooler caused it. */
  heard(server: PooledServer, message: Buffer, isForClient: boolean): void {
    const { name, value, previous } = server.heard(message)
    if (!isForClient) return
    this.#told.set(name, value)
    if (!this.#before.has(name)) this.#before.set(name, previous)
  }

  /** Returns true if reported settings have changed since the last call. */
  takeChange({ reported }: PooledServer): boolean {
    const isChanged = [...this.#before].some(([name, before]) => reported.get(name) !== before)
    this.#before.clear()
    return isChanged
  }

  /**
   * Returns the ParameterStatus messages that the client needs on this connection, which may have started at another time and with other settings;
   * null for none.
   */
  news({ reported }: PooledServer): Buffer | null {
    const messages: Buffer[] = []
    for (const [name, value] of reported) {
      if (this.#told.get(name) === value) continue
      this.#told.set(name, value)
      messages.push(messageOf('S', `${name}\0${value}\0`))
    }
    return messages.length === 0 ? null : Buffer.concat(messages)
  }
}
