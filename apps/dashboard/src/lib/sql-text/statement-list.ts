import { indexAt, type OrderedStatements, readStatements, type StatementRange, type TextSource } from './statement-ranges.ts'

/** A change: what lay from `fromA` to `toA` is now from `fromB` to `toB`. */
export interface ChangedStretch {
  readonly fromA: number
  readonly toA: number
  readonly fromB: number
  readonly toB: number
}

/**
 * The statements of a text while it is written. What lies before and behind the changes of one statement is shared by the lists after each of
 * them, and what lies behind is moved when it is asked for: a key press in a text of thousands of statements makes no new thousands.
 */
export class StatementList implements OrderedStatements {
  readonly #before: readonly StatementRange[]
  /** How many of the ones before are in this list. */
  readonly #beforeCount: number
  readonly #middle: readonly StatementRange[]
  readonly #after: readonly StatementRange[]
  /** The first of the ones behind that is in this list. */
  readonly #afterFrom: number
  /** How far the ones behind have moved. */
  readonly #shift: number
  readonly length: number

  private constructor(
    before: { readonly ranges: readonly StatementRange[]; readonly count: number },
    middle: readonly StatementRange[],
    after: { readonly ranges: readonly StatementRange[]; readonly from: number; readonly shift: number },
  ) {
    this.#before = before.ranges
    this.#beforeCount = before.count
    this.#middle = middle
    this.#after = after.ranges
    this.#afterFrom = after.from
    this.#shift = after.shift
    this.length = before.count + middle.length + after.ranges.length - after.from
  }

  /** All statements of a text. */
  static of(source: TextSource): StatementList {
    const ranges = readStatements(source, 0, () => false)
    return new StatementList({ ranges: [], count: 0 }, ranges, { ranges: [], from: 0, shift: 0 })
  }

  at(index: number): StatementRange | undefined {
    if (index < this.#beforeCount) return this.#before[index]
    const behind = index - this.#beforeCount
    if (behind < this.#middle.length) return this.#middle[behind]
    const found = this.#after[this.#afterFrom + behind - this.#middle.length]
    return found && moved(found, this.#shift)
  }

  /** As an array of its own. */
  slice(from = 0, to = this.length): StatementRange[] {
    return Array.from({ length: to - from }, (_, index) => this.at(from + index)!)
  }

  /** Returns the statements after a change. Only reads those again that the change may affect. */
  changed(source: TextSource, change: ChangedStretch): StatementList {
    const shift = change.toB - change.toA
    const firstTouched = indexAt(this, change.fromA)
    const start = firstTouched === 0 ? 0 : this.at(firstTouched - 1)!.end
    // a statement that ends where one ended before, behind the change, leaves the rest as it was
    let next = indexAt(this, change.toA)
    const endOfNext = () => (next < this.length ? this.at(next)!.end + shift : Number.POSITIVE_INFINITY)
    const read = readStatements(source, start, ({ end }) => {
      if (end < change.toB) return false
      while (endOfNext() < end) next += 1
      return endOfNext() === end
    })
    const last = read.at(-1)
    const isJoined = last !== undefined && last.end >= change.toB && endOfNext() === last.end
    return this.#with(firstTouched, read, isJoined ? next + 1 : this.length, shift)
  }

  /** With others in place of those from one index to another; the ones behind have moved. */
  #with(from: number, read: readonly StatementRange[], to: number, by: number): StatementList {
    const behind = to - this.#beforeCount - this.#middle.length
    return new StatementList(
      from <= this.#beforeCount ? { ranges: this.#before, count: from } : { ranges: this.slice(0, from), count: from },
      read,
      behind >= 0 ? { ranges: this.#after, from: this.#afterFrom + behind, shift: this.#shift + by } : { ranges: this.slice(to), from: 0, shift: by },
    )
  }
}

function moved(range: StatementRange, by: number): StatementRange {
  if (by === 0) return range
  return { from: range.from + by, to: range.to + by, end: range.end + by, kind: range.kind }
}
