import { type BatchConnection, type BatchRows, type BatchStatement } from '@colonnade/pg'
import pg from 'pg'
import { StorageError } from '../errors.ts'
import { connectionsMost, connectionWaitMs } from '../limits.ts'

/** Connections to one project's database. Each runs one transaction at a time. */
export interface Connections {
  run(statements: readonly BatchStatement[]): Promise<BatchRows>
  close(): Promise<void>
}

interface Waiting {
  readonly since: number
  resolve(connection: BatchConnection): void
  reject(error: unknown): void
}

const ending: BatchStatement = { name: 'rollback', text: 'rollback', values: [] }

export function createConnections(connect: () => Promise<BatchConnection>): Connections {
  const open = new Set<BatchConnection>()
  const free: BatchConnection[] = []
  const queue: Waiting[] = []
  let opening = 0

  const drop = (connection: BatchConnection): void => {
    open.delete(connection)
    const at = free.indexOf(connection)
    if (at !== -1) free.splice(at, 1)
    void connection.close()
  }
  const giveBack = (connection: BatchConnection): void => {
    const next = queue.shift()
    if (next === undefined) free.push(connection)
    else next.resolve(connection)
  }
  const openOne = async (): Promise<void> => {
    opening += 1
    try {
      const connection = await connect()
      open.add(connection)
      void connection.closed.then(() => drop(connection))
      giveBack(connection)
    } catch (error) {
      // who is left waits for those that are open
      if (open.size === 0) for (const waiting of queue.splice(0)) waiting.reject(error)
    } finally {
      opening -= 1
    }
  }
  const take = (): Promise<BatchConnection> => {
    const connection = free.pop()
    if (connection !== undefined) return Promise.resolve(connection)
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { since: performance.now(), resolve, reject }
      queue.push(waiting)
      if (open.size + opening < connectionsMost) void openOne()
      else expire(waiting)
    })
  }
  const expire = (waiting: Waiting): void => {
    setTimeout(() => {
      const at = queue.indexOf(waiting)
      if (at === -1) return
      queue.splice(at, 1)
      waiting.reject(new StorageError('DatabaseTimeout'))
    }, connectionWaitMs).unref()
  }
  return {
    async run(statements) {
      const connection = await take()
      try {
        const rows = await connection.run(statements)
        giveBack(connection)
        return rows
      } catch (error) {
        if (error instanceof pg.DatabaseError && error.severity !== 'FATAL') {
          // of a transaction that said itself where it begins, something may be left
          if (statements.some(({ name }) => name === 'begin')) await connection.run([ending]).catch(() => drop(connection))
          if (open.has(connection)) giveBack(connection)
        } else {
          drop(connection)
          if (queue.length > 0 && open.size + opening < connectionsMost) void openOne()
        }
        throw error
      }
    },
    async close() {
      await Promise.all([...open].map((connection) => connection.close()))
    },
  }
}
