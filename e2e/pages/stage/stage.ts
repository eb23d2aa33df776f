import { listEndpoints } from '@colonnade/contracts/apis/platform-api'
import { wholeApi } from '@colonnade/contracts/apis/whole-api'
import type { Endpoint, Output } from '@colonnade/contracts/foundation/endpoint'
import { errorsOf } from '@colonnade/contracts/foundation/errors'
import { AppError, type ErrorCode } from '@colonnade/core'
import type { StreamEvent } from '@colonnade/http'
import type { z } from 'zod'
import type { Answer, Answers, AnyAnswer, Asked } from './answers.ts'
import { standingAnswers } from './standing-answers.ts'
import { createWorld, type World } from './world.ts'

const nameOf = new Map(listEndpoints(wholeApi).map(({ name, endpoint }) => [endpoint, name]))

/** A call that waits for its answer. */
export interface Held {
  /** Resolves once a page has asked. */
  readonly asked: Promise<void>
  /** Answers it, and every later call at once. */
  goOn(): void
}

interface Call {
  readonly endpoint: Endpoint
  readonly asked: Asked
}

type Listener = (data: unknown) => void

/** The platform as the pages of one test see it: its world, what it answers beside that, and what it was asked. */
export class Stage {
  readonly world: World
  /** Faults of the test itself: calls that nothing answers, and answers that break the contract. */
  readonly problems = new Set<string>()
  readonly #answers: Answers = new Map()
  readonly #holds = new Map<Endpoint, { readonly asked: () => void; readonly released: Promise<void> }>()
  readonly #calls: Call[] = []
  readonly #listeners = new Map<Endpoint, Set<Listener>>()
  readonly #ended = new AbortController()
  #onListen: () => void = () => {}

  constructor(changes: Partial<World> = {}) {
    this.world = createWorld(changes)
  }

  /** Answers an endpoint with a value, or by a function, from now on. */
  answers<const E extends Endpoint>(endpoint: E, reply: NoInfer<ReturnType<Answer<E>> | Answer<E>>): void {
    this.#answers.set(endpoint, typeof reply === 'function' ? (reply as unknown as AnyAnswer) : () => reply)
  }

  /** Refuses an endpoint from now on, with one of the codes that its contract names. */
  refuses(endpoint: Endpoint, code: ErrorCode, { message, details = {} }: { readonly message?: string; readonly details?: object } = {}): void {
    if (!errorsOf(endpoint).includes(code)) throw new Error(`${nameOf.get(endpoint)} is never refused with ${code}`)
    this.#answers.set(endpoint, () => {
      throw new AppError(code, { ...details }, { message })
    })
  }

  /** Answers an endpoint again as it would without the test. */
  recovers(endpoint: Endpoint): void {
    this.#answers.delete(endpoint)
  }

  /** Lets calls of an endpoint wait until the test says so. */
  holds(endpoint: Endpoint): Held {
    const { promise: asked, resolve: noteAsked } = Promise.withResolvers<void>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    this.#holds.set(endpoint, { asked: noteAsked, released })
    return { asked, goOn: release }
  }

  /** Sends an event to every page that follows the stream; waits for the first of them. */
  async tells<const E extends Endpoint & { readonly stream: true }>(endpoint: E, event: NoInfer<Output<E['reply']>>): Promise<void> {
    while (this.#listenersOf(endpoint).size === 0) await new Promise<void>((resolve) => (this.#onListen = resolve))
    for (const listen of this.#listenersOf(endpoint)) listen(event)
  }

  /** What pages have asked of an endpoint, in order. */
  calls<const E extends Endpoint>(endpoint: E): Asked<E>[] {
    return this.#calls.filter((call) => call.endpoint === endpoint).map(({ asked }) => asked as unknown as Asked<E>)
  }

  /** The bodies that pages have sent to an endpoint, in order. */
  sent<const E extends Endpoint>(endpoint: E): Asked<E>['body'][] {
    return this.calls(endpoint).map(({ body }) => body)
  }

  /** Answers one call. */
  async answer(endpoint: Endpoint, asked: Asked): Promise<unknown> {
    this.#calls.push({ endpoint, asked })
    const reply = await this.#reply(endpoint, asked)
    return this.#checked(endpoint, reply)
  }

  /** Answers one call for a stream, which lasts until its page leaves. */
  async stream(endpoint: Endpoint, asked: Asked, signal: AbortSignal): Promise<AsyncIterable<StreamEvent<unknown>>> {
    this.#calls.push({ endpoint, asked })
    const first = await this.#reply(endpoint, asked)
    return this.#follow(endpoint, first as readonly unknown[], AbortSignal.any([signal, this.#ended.signal]))
  }

  /** Ends the streams that are still open. */
  end(): void {
    this.#ended.abort()
  }

  async #reply(endpoint: Endpoint, asked: Asked): Promise<unknown> {
    const held = this.#holds.get(endpoint)
    held?.asked()
    await held?.released
    const give = this.#answers.get(endpoint) ?? standingAnswers.get(endpoint)
    if (give === undefined) throw this.#fault(`Nothing answers ${nameOf.get(endpoint)}: say what it answers`)
    return give(asked, this.world)
  }

  async *#follow(endpoint: Endpoint, first: readonly unknown[], ended: AbortSignal): AsyncGenerator<StreamEvent<unknown>> {
    const waiting = [...first]
    let wake: () => void = () => {}
    const listen = (data: unknown): void => {
      waiting.push(data)
      wake()
    }
    const listeners = this.#listenersOf(endpoint)
    ended.addEventListener('abort', () => wake())
    listeners.add(listen)
    this.#onListen()
    try {
      for (let id = 1; !ended.aborted;) {
        if (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve))
        while (waiting.length > 0) yield { id: String(id++), data: this.#checked(endpoint, waiting.shift()) }
      }
    } finally {
      listeners.delete(listen)
    }
  }

  /** @throws Error where the reply is none that the platform could give */
  #checked(endpoint: Endpoint, reply: unknown): unknown {
    const parsed = (endpoint.reply as z.ZodType).safeParse(reply)
    if (!parsed.success) throw this.#fault(`The answer to ${nameOf.get(endpoint)} breaks its contract: ${parsed.error.message}`)
    return parsed.data
  }

  #fault(problem: string): Error {
    this.problems.add(problem)
    return new Error(problem)
  }

  #listenersOf(endpoint: Endpoint): Set<Listener> {
    const listeners = this.#listeners.get(endpoint) ?? new Set()
    this.#listeners.set(endpoint, listeners)
    return listeners
  }
}
