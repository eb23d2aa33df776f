import { messageOf } from './client-messages.ts'
import type { PooledServer } from './pooled-server.ts'

/** What a client was told of settings that are reported (ParameterStatus; PostgreSQL documentation, 54.2.7), against what its connection has reported. */
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

  /** The connection has reported a setting: to the client, unless that was the answer to a question of ours. */
  heard(server: PooledServer, message: Buffer, isForClient: boolean): void {
    const { name, value, previous } = server.heard(message)
    if (!isForClient) return
    this.#told.set(name, value)
    if (!this.#before.has(name)) this.#before.set(name, previous)
  }

  /** Whether settings were reported since it was last asked, and are not what they were before. */
  takeChange({ reported }: PooledServer): boolean {
    const isChanged = [...this.#before].some(([name, before]) => reported.get(name) !== before)
    this.#before.clear()
    return isChanged
  }

  /** What the client has to be told on this connection, which may have begun at another time and with other settings; null for nothing. */
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
