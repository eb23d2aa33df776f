import { hash } from 'node:crypto'
import { errorResponse, type Fault, faultOf } from '../wire/fault.ts'
import { fromClient, messageOf, textAt } from './client-messages.ts'
import type { ClientStatements } from './client-statements.ts'
import { changed, completes, duplicate, type Expected, isTold, missing, type OwnQuestion, type Used } from './expected.ts'
import type { PooledServer } from './pooled-server.ts'
import { fits, nextParse, parametersIn, parsesSoFar, rowsIn, type ServerStatement, type Statement, unknownSettings } from './server-statements.ts'
import { type Effect, effectOf } from './statements.ts'

const closeComplete = messageOf('3')
const flush = messageOf('H')
/** Stands for a statement that a client deallocates: ours is shared, and stays. */
const standIn = 'colonnade_gone'
/** Beginning of a name that no connection has. */
const nowhere = 'unknown to the pooler: '
const [errorType, copyIn, parameterDescription, rowDescription, noData, commandComplete, dataRow, parseComplete] = Buffer.from('EGtTnCD1')

/**
 * A client's messages in flight on a connection. Statements get names of the pooler, since other clients have prepared theirs on the same connection.
 * A Parse of the client is always executed, since tables and settings may have changed since another client's; a statement parsed on another
 * connection is parsed again before it is used, and has to match its earlier description.
 */
export class Pipeline {
  readonly #expected: Expected[] = []
  /** Statements by the client's own names. */
  readonly #statements: ClientStatements
  readonly #server: PooledServer
  /** Statements bound to portals. */
  readonly #portals = new Map<string, Pick<Expected, 'statement' | 'there'>>()
  /** Effects of completed and failed statements since they were last taken. */
  readonly #effects: Effect[] = []
  /** After an error the server takes nothing before the next Sync. */
  #isSkipping = false
  /** Number of Syncs and queries sent. */
  #part = 0
  /** The client has sent something that a Sync has yet to end. */
  #isOpen = false
  /** A setting may have changed to a value that isn't known yet: statements parsed until then are private to the client. */
  #privateSettings: string | null = null
  /** Parsed on this connection since its settings were last known. */
  #parsed: ServerStatement[] = []
  /** A statement with unknown existence or description: until the reply has come, nothing else goes to the server. */
  #asking: Used | null = null
  /** The server has described it. */
  #asked: Used | null = null
  /** The server's error for the pooler's current query. */
  #ownFault: Fault | null = null

  constructor(server: PooledServer, statements: ClientStatements) {
    this.#server = server
    this.#statements = statements
  }

  /** Effects on the session of statements executed since the last `takeEffects`, or being executed. */
  get effects(): readonly Effect[] {
    const now = this.#expected[0]?.effect
    return now ? [...this.#effects, now] : this.#effects
  }

  /** The effects so far, which then are somebody else's business. */
  takeEffects(): readonly Effect[] {
    return this.#effects.splice(0)
  }

  /** No reply is outstanding, and nothing waits for a Sync. */
  get isAtRest(): boolean {
    return this.#expected.length === 0 && !this.#isOpen && !this.#isSkipping && !this.isBlocked
  }

  /** Messages of the client have to wait for an answer. */
  get isBlocked(): boolean {
    return this.#asking !== null
  }

  /** The server is to answer without hearing more from the client. */
  get isWorking(): boolean {
    return this.isBlocked || this.#expected.some(({ kind }) => kind === 'sync' || kind === 'query' || kind === 'function' || kind === 'own')
  }

  /** Adds a query of the pooler between those of the client: messages that end in one ReadyForQuery. */
  own(messages: Buffer, own: OwnQuestion): Buffer {
    this.#expected.push({ kind: 'own', isOurs: true, own })
    this.#server.unnamed = null
    return messages
  }

  /** The settings of the connection are known; `isChanged` if they differ from the assumed ones. */
  settingsKnown(isChanged: boolean): void {
    if (isChanged) for (const statement of this.#parsed) this.#server.statements.move(statement, unknownSettings())
    this.#parsed = []
    this.#privateSettings = null
  }

  /**
   * Adds the messages to the server for a message of the client. Returns false if it has to wait. Replies of the pooler may be due then, see
   * `ownAnswers`. @throws Fault
   */
  send(message: Buffer, toServer: Buffer[]): boolean {
    const type = message[0]
    if (this.#isSkipping && type !== fromClient.sync) return true
    switch (type) {
      case fromClient.query:
        return this.#query(message, toServer)
      case fromClient.functionCall:
        this.#isOpen = false
        this.#expected.push({ kind: 'function' })
        break
      case fromClient.sync:
        this.#isSkipping = false
        this.#isOpen = false
        this.#part += 1
        this.#expected.push({ kind: 'sync' })
        break
      case fromClient.execute:
        this.#isOpen = true
        this.#expected.push({ kind: 'execute', ...this.#portals.get(textAt(message, 5)[0]), parsesBefore: parsesSoFar() })
        break
      case fromClient.parse:
        return this.#parse(message, toServer)
      case fromClient.bind:
        return this.#bind(message, toServer)
      case fromClient.describe:
        return this.#describe(message, toServer)
      case fromClient.close:
        return this.#close(message, toServer)
    }
    toServer.push(message)
    return true
  }

  #query(message: Buffer, toServer: Buffer[]): true {
    this.#isOpen = false
    this.#part += 1
    this.#portals.clear()
    const effect = this.#prepareFor(effectOf(textAt(message, 5)[0]))
    this.#server.unnamed = null
    this.#statements.delete('')
    const deallocated = typeof effect?.deallocates === 'object' ? effect.deallocates.name : undefined
    const parsesBefore = parsesSoFar()
    if (deallocated === undefined || !this.#statements.get(deallocated)) {
      this.#expected.push({ kind: 'query', effect, parsesBefore })
      toServer.push(message)
      return true
    }
    toServer.push(this.own(messageOf('Q', `prepare ${standIn} as select\0`), { mayFail: true }))
    this.#expected.push({ kind: 'query', parsesBefore, deallocated })
    toServer.push(messageOf('Q', `deallocate ${standIn}\0`))
    return true
  }

  #bind(message: Buffer, toServer: Buffer[]): boolean {
    const [portal, at] = textAt(message, 5)
    const [name, next] = textAt(message, at)
    const use = this.#use(name, toServer)
    if (!use) return false
    const statement = this.#statements.get(name)
    this.#portals.set(portal, { statement, there: use.there })
    const { name: mine, ...expected } = use
    this.#expected.push({ kind: 'bind', effect: this.#prepareFor(statement?.effect ?? null), statement, ...expected })
    toServer.push(mine === name ? message : messageOf('B', `${portal}\0${mine}\0`, message.subarray(next)))
    return true
  }

  #describe(message: Buffer, toServer: Buffer[]): boolean {
    const [name] = textAt(message, 6)
    if (message[5] !== 0x53) {
      this.#isOpen = true
      this.#expected.push({ kind: 'describe', ...this.#portals.get(name) })
      toServer.push(message)
      return true
    }
    const use = this.#use(name, toServer)
    if (!use) return false
    const { name: mine, ...expected } = use
    this.#expected.push({ kind: 'describe', statement: this.#statements.get(name), ...expected })
    toServer.push(mine === name ? message : messageOf('D', `S${mine}\0`))
    return true
  }

  /** Deallocating all statements includes those with names of the pooler: they are parsed again under new names. */
  #prepareFor(effect: Effect | null): Effect | null {
    if (effect?.deallocates === 'all') this.#server.statements.clear()
    if (effect && (effect.setsOthers || effect.settings.length > 0)) this.#privateSettings ??= unknownSettings()
    return effect
  }

  #over({ effect }: Expected): void {
    if (effect) this.#effects.push(effect)
  }

  get #settings(): string {
    return this.#privateSettings ?? this.#server.state
  }

  #parse(message: Buffer, toServer: Buffer[]): true {
    this.#isOpen = true
    const [name, next] = textAt(message, 5)
    const tail = Buffer.from(message.subarray(next))
    const known = name === '' ? undefined : this.#statements.get(name)
    if (known) {
      // the server reports that itself for the pooler's name
      const there = this.#server.statements.find(known) ?? this.#prepare(known, toServer, { isOurs: true })
      this.#expected.push({ kind: 'parse', told: duplicate(name) })
      toServer.push(messageOf('P', `${there.name}\0`, tail))
      return true
    }
    const [settings, parsedAt] = [this.#settings, nextParse()]
    const effect = effectOf(textAt(tail, 0)[0])
    const statement = { tail, hash: name === '' ? '' : hash('sha256', tail, 'base64'), effect, settings, parsedAt, parameters: null, rows: null }
    this.#statements.set(name, statement)
    if (name === '') this.#prepareUnnamed(statement, toServer, { name })
    else this.#prepare(statement, toServer, { name, statement }, parsedAt)
    return true
  }

  #prepare(statement: Statement, toServer: Buffer[], asked: Partial<Expected>, parsedAt = nextParse()): ServerStatement {
    statement.settings = this.#settings
    const { statement: there, removed } = this.#server.statements.add(statement.hash, statement.settings, parsedAt)
    for (const name of removed) {
      this.#expected.push({ kind: 'close', isOurs: true })
      toServer.push(messageOf('C', `S${name}\0`))
    }
    there.parsingIn = this.#part
    this.#parsed.push(there)
    this.#isOpen = true
    this.#expected.push({ kind: 'parse', there, ...asked })
    toServer.push(messageOf('P', `${there.name}\0`, statement.tail))
    return there
  }

  #prepareUnnamed(statement: Statement, toServer: Buffer[], asked: Partial<Expected>): Used {
    const there = (this.#server.unnamed = { statement, parameters: null, rows: null, parsingIn: this.#part })
    this.#isOpen = true
    this.#expected.push({ kind: 'parse', there, statement, ...asked })
    toServer.push(messageOf('P', '\0', statement.tail))
    return there
  }

  /** The statement, on this connection, that the client is about to use; null when the message has to wait for its description. */
  #use(name: string, toServer: Buffer[]): { readonly name: string; readonly there?: Used; readonly told?: Fault } | null {
    this.#isOpen = true
    const statement = this.#statements.get(name)
    // another client may have prepared one of this name
    if (!statement) return { name: nowhere + name, told: missing(name) }
    const unnamed = this.#server.unnamed?.statement === statement ? this.#server.unnamed : undefined
    let there: Used | undefined = name === '' ? unnamed : this.#server.statements.find(statement)
    if (there && there.parsingIn !== null && there.parsingIn !== this.#part) {
      // if it fails, so does what is behind it up to its Sync, and not this
      this.#asking = there
      return null
    }
    let fit = there ? fits(there, statement) : false
    if (there && fit === false && there === this.#asked) {
      this.#refuse(there, statement, toServer)
      return { name: there.name ?? '', there }
    }
    if (!there || fit === false) {
      const asked = { isOurs: true }
      there = name === '' ? this.#prepareUnnamed(statement, toServer, asked) : this.#prepare(statement, toServer, asked)
      fit = fits(there, statement)
    }
    if (fit) return { name: there.name ?? '', there }
    this.#asking = there
    this.#expected.push({ kind: 'describe', isOurs: true, there })
    toServer.push(messageOf('D', `S${there.name ?? ''}\0`), flush)
    return null
  }

  /** The statement no longer matches its description: the server gets a query that fails, and its error is replaced by the one for a changed plan. */
  #refuse(there: Used, { tail }: Statement, toServer: Buffer[]): void {
    this.#expected.push({ kind: 'parse', isOurs: true, told: changed })
    if (there.name === undefined) this.#server.unnamed = null
    // a text that is wrong whatever has happened before, for the unnamed one, which can be replaced
    toServer.push(there.name === undefined ? messageOf('P', '\0;;select from from\0', '\0\0') : messageOf('P', `${there.name}\0`, tail))
  }

  /** The client's name is free again; the statement stays for whoever uses the same. */
  #close(message: Buffer, toServer: Buffer[]): true {
    this.#isOpen = true
    const [name] = textAt(message, 6)
    const isStatement = message[5] === 0x53
    const previous = isStatement ? this.#statements.get(name) : undefined
    if (isStatement) this.#statements.delete(name)
    if (isStatement && name !== '') {
      this.#expected.push({ kind: 'close', answer: closeComplete, name, previous })
      return true
    }
    if (isStatement) this.#server.unnamed = null
    this.#expected.push({ kind: 'close', name, previous })
    toServer.push(message)
    return true
  }

  /** Returns true if the next message goes to the client unchanged. */
  isForClient(type: number, message: Buffer): boolean {
    const [head] = this.#expected
    if (!head) return true
    if (type === errorType && head.told && isTold(head, message)) return false
    // an error of the pooler's own Parse goes to the client, which would have got it as well
    return !head.isOurs || (type === errorType && head.kind !== 'own')
  }

  /** The current reply belongs to a query of the pooler. */
  get isOwn(): boolean {
    return this.#expected[0]?.own !== undefined
  }

  /** Handles a message of the server. Returns the pooler's own replies that follow it. */
  answered(type: number, message: Buffer): Buffer | null {
    const [head] = this.#expected
    if (!head) return null
    if (head.own) return this.#ownAnswered(head, head.own, type, message)
    if (type === errorType) return this.#failed(head, message)
    if (type === parameterDescription || type === rowDescription || type === noData) this.#described(head, type, message)
    if (type === commandComplete) this.#completed(head, message)
    if (type === parseComplete && head.there) {
      // messages that waited only for it continue
      if (head.there === this.#asking && head.there.parsingIn !== this.#part) this.#asking = null
      head.there.parsingIn = null
    }
    if (type === copyIn && head.kind === 'execute') this.#dropSyncs()
    else if (completes[head.kind].includes(type)) this.#over(this.#expected.shift()!)
    else return null
    return this.ownAnswers()
  }

  #ownAnswered(head: Expected, { onRow, onOver, mayFail }: OwnQuestion, type: number, message: Buffer): Buffer | null {
    if (type === dataRow) onRow?.(message)
    if (type === errorType && !mayFail) this.#ownFault = faultOf(message)
    if (!completes[head.kind].includes(type)) return null
    this.#expected.shift()
    const fault = this.#ownFault
    this.#ownFault = null
    onOver?.(fault)
    return this.ownAnswers()
  }

  /** Records a statement's description for the client, and for the connection. */
  #described({ kind, there, statement }: Expected, type: number, message: Buffer): void {
    if (kind !== 'describe') return
    const described = type === parameterDescription ? { parameters: parametersIn(message) } : { rows: type === noData ? '' : rowsIn(message) }
    if (there) Object.assign(there, described)
    if (statement) Object.assign(statement, described)
    if (type === parameterDescription || there !== this.#asking) return
    this.#asked = this.#asking
    this.#asking = null
  }

  /** A deallocated statement is also removed for the client. */
  #completed({ parsesBefore, deallocated }: Expected, message: Buffer): void {
    const tag = message.toString('latin1', 5, message.length - 1)
    if (tag === 'DEALLOCATE' && deallocated !== undefined) this.#statements.delete(deallocated)
    if (tag === 'DEALLOCATE ALL' || tag === 'DISCARD ALL') this.#statements.deleteUntil(parsesBefore ?? 0)
  }

  /** Returns the pooler's own replies that follow no message of the server. */
  ownAnswers(): Buffer | null {
    const answers: Buffer[] = []
    while (this.#expected[0]?.answer) answers.push(this.#expected.shift()!.answer!)
    return answers.length === 0 ? null : Buffer.concat(answers)
  }

  /** Returns the error that the client gets in place of the server's. */
  #failed(head: Expected, message: Buffer): Buffer | null {
    const { sqlstate } = faultOf(message)
    const { there } = head
    // the server's error shows that our records are out of date: forget them
    if (sqlstate === '26000' && there) this.#server.statements.clear()
    if (sqlstate === '0A000' && there?.name !== undefined) this.#server.statements.remove(there as ServerStatement)
    const told = head.told && isTold(head, message) ? errorResponse(head.told) : null
    if (head.kind === 'query' || head.kind === 'function') return told
    this.#asking = null
    const place = this.#expected.findIndex(({ kind }) => kind === 'sync')
    const skipped = this.#expected.splice(0, place === -1 ? this.#expected.length : place)
    // the last first: what had a name before the first of them has it again
    for (const expected of skipped.toReversed()) this.#forget(expected)
    for (const expected of skipped) this.#over(expected)
    this.#isSkipping = place === -1
    return told
  }

  /** A statement that was not parsed is not there, neither here nor for the client, and one that was not closed is. */
  #forget({ kind, statement, there, name, previous }: Expected): void {
    if (name !== undefined && this.#statements.get(name) === statement) {
      if (previous) this.#statements.set(name, previous)
      else this.#statements.delete(name)
    }
    if (kind !== 'parse' || !there) return
    if (this.#server.unnamed === there) this.#server.unnamed = null
    else if (there.name !== undefined) this.#server.statements.drop(there as ServerStatement)
  }

  /** While files come in, the server takes no notice of Sync: the client sends another one behind them. */
  #dropSyncs(): void {
    const kept = this.#expected.filter(({ kind }) => kind !== 'sync')
    this.#expected.splice(0, this.#expected.length, ...kept)
    this.#isOpen = true
  }
}
