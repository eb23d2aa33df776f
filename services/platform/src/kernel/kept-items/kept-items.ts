import { type Clock, newSecret, type Random } from '@colonnade/core'

interface Kept<Item> {
  readonly owner: string
  readonly item: Item
  endsAt: number
}

export interface KeptOptions<Item> {
  readonly clock: Clock
  readonly random: Random
  readonly keptMs: number
  /** Most items of one owner; a new one replaces the oldest that isn't busy. */
  readonly itemsMax: number
  readonly isBusy?: (item: Item) => boolean
  readonly onForget?: (key: string, item: Item) => void
}

/** Items in memory that wait for their owner for a limited time, under keys that can't be guessed. */
export class KeptItems<Item> {
  readonly #options: KeptOptions<Item>
  readonly #items = new Map<string, Kept<Item>>()

  constructor(options: KeptOptions<Item>) {
    this.#options = options
  }

  add(owner: string, item: Item): { readonly key: string; readonly endsAt: number } {
    this.#forgetOld()
    const own = [...this.#items].filter(([, kept]) => kept.owner === owner && this.#options.isBusy?.(kept.item) !== true)
    if (own.length >= this.#options.itemsMax) this.#forget(own[0]![0])
    const key = newSecret(this.#options.random)
    const endsAt = this.#options.clock.now() + this.#options.keptMs
    this.#items.set(key, { owner, item, endsAt })
    return { key, endsAt }
  }

  find(owner: string, key: string): Item | undefined {
    this.#forgetOld()
    const kept = this.#items.get(key)
    return kept?.owner === owner ? kept.item : undefined
  }

  /** Restarts the item's time. */
  renew(key: string): void {
    const kept = this.#items.get(key)
    if (kept) kept.endsAt = this.#options.clock.now() + this.#options.keptMs
  }

  forget(key: string): void {
    if (this.#items.has(key)) this.#forget(key)
  }

  has(key: string): boolean {
    this.#forgetOld()
    return this.#items.has(key)
  }

  #forgetOld(): void {
    const now = this.#options.clock.now()
    for (const [key, { item, endsAt }] of this.#items) if (endsAt <= now && this.#options.isBusy?.(item) !== true) this.#forget(key)
  }

  #forget(key: string): void {
    const { item } = this.#items.get(key)!
    this.#items.delete(key)
    this.#options.onForget?.(key, item)
  }
}
