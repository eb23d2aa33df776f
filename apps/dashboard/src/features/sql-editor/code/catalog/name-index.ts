/** Finds names by how they, or a part of them after an underscore, begin. Made once: a search costs the same for ten names and ten thousand. */
export class NameIndex<Item> {
  readonly #keys: { readonly key: string; readonly item: Item; readonly isPart: boolean }[]

  constructor(items: readonly Item[], nameOf: (item: Item) => string) {
    this.#keys = items.flatMap((item) => {
      const name = nameOf(item).toLowerCase()
      const keys = [{ key: name, item, isPart: false }]
      for (const part of name.matchAll(/[_\s.-]+(?=[^_\s.-])/g)) keys.push({ key: name.slice(part.index + part[0].length), item, isPart: true })
      return keys
    })
    this.#keys.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  }

  /** At most so many: those whose name begins so, then those of which a part does. */
  find(prefix: string, limit: number): Item[] {
    const wanted = prefix.toLowerCase()
    const whole: Item[] = []
    const parts: Item[] = []
    for (let index = this.#firstFrom(wanted); index < this.#keys.length && whole.length < limit; index += 1) {
      const { key, item, isPart } = this.#keys[index]!
      if (!key.startsWith(wanted)) break
      if (!isPart) whole.push(item)
      else if (parts.length < limit && wanted !== '') parts.push(item)
    }
    return [...new Set([...whole, ...parts])].slice(0, limit)
  }

  #firstFrom(wanted: string): number {
    let low = 0
    let high = this.#keys.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#keys[middle]!.key < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}
