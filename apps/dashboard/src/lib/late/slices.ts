/** Long work that stops after each of its small steps, so that it can be done in slices. */
export type Steps<Value> = Generator<void, Value>

/** The page gets a turn after so much work. */
export const sliceMs = 10
/** Steps of loops over rows: short enough for a slice to end in time, long enough to cost nothing. */
export const stepRows = 500

/** Does work in one go. */
export function finish<Value>(work: Steps<Value>): Value {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** Does work in slices, between which the page answers and draws. Null once it is stale, which is asked between them. */
export async function inSlices<Value>(work: Steps<Value>, isStale: () => boolean): Promise<{ readonly value: Value } | null> {
  let sliceStart = performance.now()
  while (!isStale()) {
    const step = work.next()
    if (step.done === true) return { value: step.value }
    if (performance.now() - sliceStart < sliceMs) continue
    await turn()
    sliceStart = performance.now()
  }
  return null
}

/** Lets the page answer and draw. */
export function turn(): Promise<void> {
  // in the order of all tasks: what a scheduler goes on with, it prefers to what else waits
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
}

/** Sorted at once, before they are merged. */
const runLength = 512

/** Sorts the indexes from 0 to a count. `compare` never returns 0 for two different indexes. */
export function* orderPlaces(count: number, compare: (a: number, b: number) => number): Steps<Uint32Array> {
  let from = Uint32Array.from({ length: count }, (_, place) => place)
  for (let start = 0; start < count; start += runLength) {
    from.subarray(start, start + runLength).sort(compare)
    yield
  }
  let to = new Uint32Array(count)
  for (let width = runLength; width < count; width *= 2) {
    for (let start = 0; start < count; start += 2 * width) {
      let left = start
      const middle = Math.min(start + width, count)
      let right = middle
      const end = Math.min(start + 2 * width, count)
      for (let at = start; at < end; at += 1) {
        const isLeft = left < middle && (right >= end || compare(from[left]!, from[right]!) <= 0)
        to[at] = isLeft ? from[left++]! : from[right++]!
        if (at % stepRows === 0) yield
      }
    }
    ;[from, to] = [to, from]
  }
  return from
}

/** Items in an order; those that are alike stay in the order in which they come. */
export function* sortItems<Item>(items: readonly Item[], compare: (a: Item, b: Item) => number): Steps<Item[]> {
  const places = yield* orderPlaces(items.length, (a, b) => compare(items[a]!, items[b]!) || a - b)
  return Array.from(places, (place) => items[place]!)
}

/** What a step makes of each item. */
export function* mapItems<Item, Value>(items: readonly Item[], each: (item: Item, at: number) => Value): Steps<Value[]> {
  const values: Value[] = []
  for (const [at, item] of items.entries()) {
    values.push(each(item, at))
    if (at % stepRows === 0) yield
  }
  return values
}
