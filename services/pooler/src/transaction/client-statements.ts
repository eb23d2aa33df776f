import { clientStatementBytesMax, clientStatementsMax } from '../limits.ts'
import { Fault } from '../wire/fault.ts'
import type { Statement } from './server-statements.ts'

/** The statements that a client has parsed, by its own names; the unnamed one is "". */
export class ClientStatements {
  readonly #statements = new Map<string, Statement>()
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  get(name: string): Statement | undefined {
    return this.#statements.get(name)
  }

  /** @throws Fault when these are more than a client may have */
  set(name: string, statement: Statement): void {
    this.delete(name)
    if (this.#statements.size >= clientStatementsMax || this.#bytes + statement.tail.length > clientStatementBytesMax) {
      const most = `${clientStatementsMax} prepared statements or ${clientStatementBytesMax / 1024 / 1024} MB of them`
      throw new Fault('53400', `a transaction-mode client can have at most ${most}`, 'Close those you no longer need, or use the session pooler.')
    }
    this.#statements.set(name, statement)
    this.#bytes += statement.tail.length
  }

  delete(name: string): void {
    this.#bytes -= this.#statements.get(name)?.tail.length ?? 0
    this.#statements.delete(name)
  }

  /** All that were parsed until then are gone. */
  deleteUntil(parsedAt: number): void {
    for (const [name, statement] of this.#statements) if (statement.parsedAt <= parsedAt && name !== '') this.delete(name)
  }
}
