import type { Endpoint, Output, PathParams } from '@colonnade/contracts/foundation/endpoint'
import { AppError } from '@colonnade/core'
import type { World } from './world.ts'

/** One call of a page, as its endpoint's schemas read it. */
export interface Asked<E extends Endpoint = Endpoint> {
  readonly params: PathParams<E['path']>
  readonly query: 'query' extends keyof E ? Output<E['query']> : undefined
  /** Of an upload, its bytes. */
  readonly body: 'upload' extends keyof E ? Uint8Array : 'body' extends keyof E ? Output<E['body']> : undefined
}

/** A stream's answer is the events that it begins with. */
type Reply<E extends Endpoint> = E extends { readonly stream: true } ? readonly Output<E['reply']>[] : Output<E['reply']>

/** Throws an `AppError` to refuse the call. */
export type Answer<E extends Endpoint> = (asked: Asked<E>, world: World) => Reply<E> | Promise<Reply<E>>

/** The same with its types forgotten. */
export type AnyAnswer = (asked: Asked, world: World) => unknown

/** Answers by their endpoints, which are told apart by identity. */
export type Answers = Map<Endpoint, AnyAnswer>

/** An entry of `Answers`, typed by its endpoint. */
export function answer<const E extends Endpoint>(endpoint: E, give: NoInfer<Answer<E>>): readonly [Endpoint, AnyAnswer] {
  return [endpoint, give as unknown as AnyAnswer]
}

/** What a path names is in the world, or the call would have been refused before. */
export function found<Item>(item: Item | null | undefined): Item {
  if (item === null || item === undefined) throw new AppError('internal')
  return item
}
