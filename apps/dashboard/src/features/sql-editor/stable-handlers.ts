import { useInsertionEffect, useState } from 'react'

type Handlers = Readonly<Record<string, (...given: never[]) => unknown>>

/**
 * Handlers that stay the same from one drawing to the next and do what the latest do: components that receive them aren't drawn again when
 * something changes that only they read. They are for events; nothing may call them while it is drawn.
 */
export function useStableHandlers<Own extends Handlers>(handlers: Own): Own {
  const [box] = useState(() => new HandlerBox(handlers))
  useInsertionEffect(() => box.take(handlers))
  return box.stable
}

class HandlerBox<Own extends Handlers> {
  #latest: Own
  readonly stable: Own

  constructor(first: Own) {
    this.#latest = first
    const names = Object.keys(first)
    this.stable = Object.fromEntries(names.map((name) => [name, (...given: never[]) => this.#latest[name]!(...given)])) as unknown as Own
  }

  take(latest: Own): void {
    this.#latest = latest
  }
}
