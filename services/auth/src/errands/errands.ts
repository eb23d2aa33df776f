import type { Database, Transaction } from '@colonnade/pg'

/** Something that goes over the network, which no transaction waits for. */
export interface Errand {
  /** Returns the id that a provider gave to a message, if it is one. */
  run(): Promise<string | null>
  /** It is done after all others, and takes none of them back. */
  readonly isLast?: true
  /** Takes back what the transaction did for it, because it failed or was not begun. */
  undo?(database: Database): Promise<void>
}

/** Work of a call after its transactions commit, and before the reply. */
export interface Errands {
  /** Only if the transaction is committed. */
  add(tx: Transaction, errand: Errand): void
  /**
   * Does what there is to do, one after the other, and returns the id of the last message that was sent. If one fails, it and those after it
   * are taken back.
   */
  run(): Promise<string | null>
}

/** `onUndoFailed` hears of what could not be taken back; the call still fails for what went wrong before. */
export function createErrands(database: () => Promise<Database>, onUndoFailed: (error: unknown) => void): Errands {
  let waiting: Errand[] = []
  const undoAll = async (errands: readonly Errand[]): Promise<void> => {
    for (const errand of errands.toReversed()) {
      try {
        await errand.undo?.(await database())
      } catch (error) {
        onUndoFailed(error)
      }
    }
  }
  return {
    add: (tx, errand) => tx.afterCommit(() => waiting.push(errand)),
    async run() {
      const errands = [...waiting.filter(({ isLast }) => !isLast), ...waiting.filter(({ isLast }) => isLast)]
      waiting = []
      let id: string | null = null
      for (const [index, errand] of errands.entries()) {
        try {
          id = (await errand.run()) ?? id
        } catch (error) {
          await undoAll(errands.slice(index))
          throw error
        }
      }
      return id
    },
  }
}
