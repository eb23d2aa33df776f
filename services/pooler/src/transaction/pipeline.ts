import { hash } from 'node:crypto'
import { fromClient, messageOf, textAt } from './client-messages.ts'
import type { ClientStatements } from './client-statements.ts'
import type { PooledServer, Statement } from './pooled-server.ts'
import { type Effect, effectOf } from './statements.ts'

const parseComplete = messageOf('1')
const closeComplete = messageOf('3')

/** A request that was sent, or that we answer ourselves, and whose answer has not come yet. */
interface Expected {
  readonly kind: 'parse' | 'bind' | 'describe' | 'execute' | 'close' | 'sync' | 'query' | 'function' | 'own'
  /** Answered by us, when its turn comes. */
  readonly answer?: Buffer
  /** Asked by us: the client is not told the answer. */
  readonly isOurs?: boolean
  /** To be forgotten when it fails or is skipped. */
  readonly statement?: Statement
  /** The client's name for it, likewise, and what had that name before. */
  readonly name?: string
  readonly previous?: Statement | undefined
  /** What it does to the connection. */
  readonly effect?: Effect | null
}

/**
 * What a client has under way on a connection. Statements get names of ours, since other clients have prepared theirs on the same
 * connection; what the client has parsed on another one is parsed again before it is used.
 */
export class Pipeline {
  readonly #expected: Expected[] = []
  /** Statements by the client's own names. */
  readonly #statements: ClientStatements
  readonly #server: PooledServer
  /** Of what was answered, well or not, since it was last asked for. */
  #effects: Effect[] = []
  /** After an error the server takes nothing before the next Sync. */
  #isSkipping = false

  constructor(server: PooledServer, statements: ClientStatements) {
    this.#server = server
    this.#statements = statements
  }

  /** What was executed since the last `takeEffects`, or is now, does to the connection. */
  get effects(): readonly Effect[] {
    const now = this.#expected[0]?.effect
    return now ? [...this.#effects, now] : this.#effects
  }

  /** The effects so far, which then are somebody else's business. */
  takeEffects(): readonly Effect[] {
    const taken = this.#effects
    this.#effects = []
    return taken
  }

  /** Nothing is to come any more. */
  get isEmpty(): boolean {
    return this.#expected.length === 0
  }

  /** The server is to answer without hearing more from the client. */
  get isWorking(): boolean {
    return this.#expected.some(({ kind }) => kind === 'sync' || kind === 'query' || kind === 'function' || kind === 'own')
  }

  /** A query of ours before what the client asks. */
  own(text: string): Buffer {
    this.#expected.push({ kind: 'own', isOurs: true })
    return messageOf('Q', Buffer.from(`${text}\0`, 'latin1'))
  }

  /** What goes to the server for a message of the client. Answers of ours may be due then, see `ownAnswers`. @throws Fault */
  send(message: Buffer, toServer: Buffer[]): void {
    const type = message[0]
    if (this.#isSkipping && type !== fromClient.sync) return
    switch (type) {
      case fromClient.query:
        this.#server.unnamed = null
        this.#expected.push({ kind: 'query', effect: this.#prepareFor(effectOf(textAt(message, 5)[0])) })
        break
      case fromClient.functionCall:
        this.#expected.push({ kind: 'function' })
        break
      case fromClient.sync:
        this.#isSkipping = false
        this.#expected.push({ kind: 'sync' })
        break
      case fromClient.execute:
        this.#expected.push({ kind: 'execute' })
        break
      case fromClient.parse:
        return this.#parse(message, toServer)
      case fromClient.bind: {
        const [portal, at] = textAt(message, 5)
        const [name, next] = textAt(message, at)
        const mine = this.#ensure(name, toServer)
        this.#expected.push({ kind: 'bind', effect: this.#prepareFor(this.#statements.get(name)?.effect ?? null) })
        toServer.push(mine === name ? message : messageOf('B', `${portal}\0${mine}\0`, message.subarray(next)))
        return
      }
      case fromClient.describe: {
        const mine = message[5] === 0x53 ? this.#ensure(textAt(message, 6)[0], toServer) : null
        this.#expected.push({ kind: 'describe' })
        toServer.push(mine === null ? message : messageOf('D', `S${mine}\0`))
        return
      }
      case fromClient.close:
        return this.#close(message, toServer)
    }
    toServer.push(message)
  }

  /** Whoever deallocates statements takes along those that have names of ours: they are parsed again, under new ones. */
  #prepareFor(effect: Effect | null): Effect | null {
    if (effect?.kind === 'reset' || (effect?.kind === 'leaves' && effect.deallocates)) this.#server.statements.clear()
    return effect
  }

  #over({ effect }: Expected): void {
    if (effect) this.#effects.push(effect)
  }

  #parse(message: Buffer, toServer: Buffer[]): void {
    const [name, next] = textAt(message, 5)
    const tail = Buffer.from(message.subarray(next))
    const key = name === '' ? '' : hash('sha256', tail, 'base64')
    const statement: Statement = { tail, key, effect: effectOf(textAt(tail, 0)[0]) }
    const previous = this.#statements.get(name)
    this.#statements.set(name, statement)
    if (name === '') {
      this.#server.unnamed = statement
      this.#expected.push({ kind: 'parse', statement, name, previous })
      toServer.push(message)
      return
    }
    if (this.#server.statements.nameOf(statement) === undefined) this.#prepare(statement, toServer, { name, previous })
    else this.#expected.push({ kind: 'parse', answer: parseComplete, name, previous, statement })
  }

  #prepare(statement: Statement, toServer: Buffer[], asked: Pick<Expected, 'name' | 'previous' | 'isOurs'>): string {
    const { name, removed } = this.#server.statements.add(statement)
    if (removed !== undefined) {
      this.#expected.push({ kind: 'close', isOurs: true })
      toServer.push(messageOf('C', `S${removed}\0`))
    }
    this.#expected.push({ kind: 'parse', statement, ...asked })
    toServer.push(messageOf('P', `${name}\0`, statement.tail))
    return name
  }

  /** The name on this connection of a statement that the client is about to use. */
  #ensure(name: string, toServer: Buffer[]): string {
    const statement = this.#statements.get(name)
    // never parsed: the server says so
    if (!statement) return name
    if (name !== '') return this.#server.statements.nameOf(statement) ?? this.#prepare(statement, toServer, { isOurs: true })
    if (this.#server.unnamed !== statement) {
      this.#server.unnamed = statement
      this.#expected.push({ kind: 'parse', statement, isOurs: true })
      toServer.push(messageOf('P', '\0', statement.tail))
    }
    return name
  }

  /** The client's name is free again; the statement stays for whoever uses the same. */
  #close(message: Buffer, toServer: Buffer[]): void {
    const [name] = textAt(message, 6)
    const isStatement = message[5] === 0x53
    const previous = isStatement ? this.#statements.get(name) : undefined
    if (isStatement) this.#statements.delete(name)
    if (isStatement && name !== '') {
      this.#expected.push({ kind: 'close', answer: closeComplete, name, previous })
      return
    }
    if (isStatement) this.#server.unnamed = null
    this.#expected.push({ kind: 'close', name, previous })
    toServer.push(message)
  }

  /** Whether the message that is coming is for the client. */
  isForClient(type: number): boolean {
    const [head] = this.#expected
    if (!head?.isOurs) return true
    // what was asked by us in vain is told: the client asks in vain, too
    return type === errorResponse && head.kind !== 'own'
  }

  /** Whether what is being answered is a question of ours before the client's. */
  get isOwn(): boolean {
    return this.#expected[0]?.kind === 'own'
  }

  /** A message of the server has gone by. Returns answers of ours whose turn it is now. */
  answered(type: number): Buffer | null {
    const [head] = this.#expected
    if (!head) return null
    if (type === errorResponse) this.#failed(head)
    else if (type === copyIn && head.kind === 'execute') this.#dropSyncs()
    else if (completes[head.kind].includes(type)) this.#over(this.#expected.shift()!)
    else return null
    return this.ownAnswers()
  }

  /** Answers of ours that nothing of the server's comes before. */
  ownAnswers(): Buffer | null {
    const answers: Buffer[] = []
    while (this.#expected[0]?.answer) answers.push(this.#expected.shift()!.answer!)
    return answers.length === 0 ? null : Buffer.concat(answers)
  }

  #failed(head: Expected): void {
    if (head.kind === 'query' || head.kind === 'own' || head.kind === 'function') return
    const place = this.#expected.findIndex(({ kind }) => kind === 'sync')
    const skipped = this.#expected.splice(0, place === -1 ? this.#expected.length : place)
    // the last first: what had a name before the first of them has it again
    for (const expected of skipped.toReversed()) this.#forget(expected)
    for (const expected of skipped) this.#over(expected)
    this.#isSkipping = place === -1
  }

  /** A statement that was not parsed is not there, neither here nor for the client, and one that was not closed is. */
  #forget({ kind, statement, name, previous, answer }: Expected): void {
    if (name !== undefined && this.#statements.get(name) === statement) {
      if (previous) this.#statements.set(name, previous)
      else this.#statements.delete(name)
    }
    if (kind !== 'parse' || !statement) return
    if (answer) return
    if (this.#server.unnamed === statement) this.#server.unnamed = null
    else this.#server.statements.remove(statement)
  }

  /** While files come in, the server takes no notice of Sync: the client sends another one behind them. */
  #dropSyncs(): void {
    const kept = this.#expected.filter(({ kind }) => kind !== 'sync')
    this.#expected.splice(0, this.#expected.length, ...kept)
  }
}

const codes = (types: string): readonly number[] => [...Buffer.from(types)]
const [errorResponse, copyIn] = Buffer.from('EG')
/** The last message of each answer (PostgreSQL documentation, 54.2.3). */
const completes: Readonly<Record<Expected['kind'], readonly number[]>> = {
  parse: codes('1'),
  bind: codes('2'),
  describe: codes('Tn'),
  execute: codes('CIs'),
  close: codes('3'),
  sync: codes('Z'),
  query: codes('Z'),
  function: codes('Z'),
  own: codes('Z'),
}
