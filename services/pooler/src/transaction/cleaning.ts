import { messageOf } from './client-messages.ts'
import type { PooledServer } from './pooled-server.ts'
import { ReplySplitter } from './reply-splitter.ts'

const [errorResponse, readyForQuery, parameterStatus] = Buffer.from('EZS')

/** A function call of the protocol (PostgreSQL documentation, 54.2.7), which takes a quarter of the time of a SELECT: pg_advisory_unlock_all(). */
const unlockAll = messageOf('F', Buffer.from([0, 0, 0x0b, 0x4c, 0, 0, 0, 0, 0, 0]))
const discardAll = messageOf('Q', 'discard all\0')
/** Everything that DISCARD ALL does but removing prepared statements, in the same order. */
const discardSession = messageOf('Q', 'close all; reset session authorization; reset role; reset all; unlisten *; discard sequences; discard temp\0')

/**
 * Messages that make a connection what it was when it began, whatever a session has done there, seen or not; each is answered with one ReadyForQuery.
 * Statements that are prepared there stay: clients share them.
 */
export function cleaningOf({ statements }: PooledServer): readonly Buffer[] {
  return statements.areNone ? [discardAll] : [unlockAll, discardSession]
}

/** Removes the state that a session left on a free connection. Returns true on success. */
export function clean(server: PooledServer, what: 'session' | 'session and statements'): Promise<boolean> {
  return new Promise((resolve) => {
    if (what === 'session and statements') server.statements.clear()
    const messages = cleaningOf(server)
    const splitter = new ReplySplitter()
    let isClean = true
    let answers = 0
    server.user = {
      onDrain() {},
      onClosed: () => resolve(false),
      onData(chunk) {
        splitter.push(chunk, {
          begins: (type, message) => {
            if (type === errorResponse) isClean = false
            if (type === parameterStatus) server.heard(message)
            return false
          },
          ended(type) {
            if (type !== readyForQuery || (answers += 1) < messages.length) return null
            server.unnamed = null
            server.owner = null
            server.state = ''
            resolve(isClean)
            return null
          },
        })
      },
    }
    if (server.socket.destroyed) return resolve(false)
    server.socket.write(Buffer.concat(messages))
  })
}
