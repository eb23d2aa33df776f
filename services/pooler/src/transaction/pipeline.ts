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
 * What a client has under way on a connection. Statements get names of ours, since other clients have prepared theirs on the same connection. What the
 * client asks to parse is parsed, since tables and settings may have changed since somebody else did; what it has parsed on another connection is
 * parsed again before it is used, and has to be what the client was told.
 */
export class Pipeline {
  readonly #expected: Expected[] = []
  /** Statements by the client's own names. */
  readonly #statements: ClientStatements
  readonly #server: PooledServer
  /** What was bound to portals. */
  readonly #portals = new Map<string, Pick<Expected, 'statement' | 'there'>>()
  /** Of what was answered, well or not, since it was last asked for. */
  readonly #effects: Effect[] = []
  /** After an error the server takes nothing before the next Sync. */
  #isSkipping = false
  /** How many Syncs, and queries, were sent. */
  #part = 0
  /** The client has sent something that a Sync has yet to end. */
  #isOpen = false
  /** Something may have been set whose value is not known yet: statements parsed meanwhile are the client's alone. */
  #privateSettings: string | null = null
  /** Parsed on this connection since its settings were last known. */
  #parsed: ServerStatement[] = []
  /** Whether it is there, or what it looks like, is not known yet: until the answer has come, nothing else goes to the server. */
  #asking: Used | null = null
  /** The server has described it. */
  #asked: Used | null = null
  /** What the server has said against a question of ours that is being answered. */
  #ownFault: Fault | null = null

  constructor(server: PooledServer, statements: ClientStatements) {
    this.#server = server
    this.#statements = statements
  }

  /** What was executed since the last `takeEffects`, or is now, does to the session. */
  get effects(): readonly Effect[] {
    const now = this.#expected[0]?.effect
    return now ? [...this.#effects, now] : this.#effects
  }

  /** The effects so far, which then are somebody else's business. */
  takeEffects(): readonly Effect[] {
    return this.#effects.splice(0)
  }

  /** Nothing is to come any more, and nothing waits for a Sync. */
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

  /** A question of ours, between those of the client: messages that end in one ReadyForQuery. */
  own(messages: Buffer, own: OwnQuestion): Buffer {
    this.#expected.push({ kind: 'own', isOurs: true, own })
    this.#server.unnamed = null
    return messages
  }

  /** The settings of the connection are known; `isChanged` tells that they were not what they were taken for. */
  settingsKnown(isChanged: boolean): void {
    if (isChanged) for (const statement of this.#parsed) this.#server.statements.move(statement, unknownSettings())
    this.#parsed = []
    this.#privateSettings = null
  }

  /** What goes to the server for a message of the client. False when it has to wait. Answers of ours may be due then, see `ownAnswers`. @throws Fault */
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

  /** Whoever deallocates statements takes along those that have names of ours: they are parsed again, under new ones. */
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
      // the server says so itself, of a name of ours
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

  /** It is not any more what the client was told: the server is made to fail, and what it says is told as the server would say it of a plan. */
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

  /** Whether the message that is coming is for the client as it is. */
  isForClient(type: number, message: Buffer): boolean {
    const [head] = this.#expected
    if (!head) return true
    if (type === errorType && head.told && isTold(head, message)) return false
    // what was asked by us in vain is told: the client asks in vain, too
    return !head.isOurs || (type === errorType && head.kind !== 'own')
  }

  /** Whether what is being answered is a question of ours between the client's. */
  get isOwn(): boolean {
    return this.#expected[0]?.own !== undefined
  }

  /** A message of the server has gone by. Returns answers of ours whose turn it is now. */
  answered(type: number, message: Buffer): Buffer | null {
    const [head] = this.#expected
    if (!head) return null
    if (head.own) return this.#ownAnswered(head, head.own, type, message)
    if (type === errorType) return this.#failed(head, message)
    if (type === parameterDescription || type === rowDescription || type === noData) this.#described(head, type, message)
    if (type === commandComplete) this.#completed(head, message)
    if (type === parseComplete && head.there) {
      // what waited for it alone goes on
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

  /** What the client is told of a statement, and what one on the connection is. */
  #described({ kind, there, statement }: Expected, type: number, message: Buffer): void {
    if (kind !== 'describe') return
    const described = type === parameterDescription ? { parameters: parametersIn(message) } : { rows: type === noData ? '' : rowsIn(message) }
    if (there) Object.assign(there, described)
    if (statement) Object.assign(statement, described)
    if (type === parameterDescription || there !== this.#asking) return
    this.#asked = this.#asking
    this.#asking = null
  }

  /** What is deallocated is gone for the client as well. */
  #completed({ parsesBefore, deallocated }: Expected, message: Buffer): void {
    const tag = message.toString('latin1', 5, message.length - 1)
    if (tag === 'DEALLOCATE' && deallocated !== undefined) this.#statements.delete(deallocated)
    if (tag === 'DEALLOCATE ALL' || tag === 'DISCARD ALL') this.#statements.deleteUntil(parsesBefore ?? 0)
  }

  /** Answers of ours that nothing of the server's comes before. */
  ownAnswers(): Buffer | null {
    const answers: Buffer[] = []
    while (this.#expected[0]?.answer) answers.push(this.#expected.shift()!.answer!)
    return answers.length === 0 ? null : Buffer.concat(answers)
  }

  /** Returns what the client is told in place of the error. */
  #failed(head: Expected, message: Buffer): Buffer | null {
    const { sqlstate } = faultOf(message)
    const { there } = head
    // the server has spoken: what is not so, or not any more, is forgotten
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
