/** The first and last row of a page that was seen, as values of the order's columns. */
export interface PageEdges {
  readonly first: readonly (string | null)[]
  readonly last: readonly (string | null)[]
}

export type PagePlan =
  | { readonly offset: number }
  | { readonly after: readonly (string | null)[]; readonly offset: number }
  | { readonly before: readonly (string | null)[]; readonly offset: number }

/**
 * The cheapest way to a page: from the start, or from the nearest page whose edges are known. Scrolling on thus costs the same
 * everywhere; only a leap skips rows.
 */
export function planPage(page: number, size: number, edges: ReadonlyMap<number, PageEdges>): PagePlan {
  let plan: PagePlan = { offset: page * size }
  let skipped = page
  for (const [known, { first, last }] of edges) {
    const between = known < page ? page - known - 1 : known - page - 1
    if (known === page || between >= skipped) continue
    skipped = between
    plan = known < page ? { after: last, offset: between * size } : { before: first, offset: between * size }
  }
  return plan
}

/** Pages that a stretch of rows lies on. */
export function pagesOf(fromRow: number, toRow: number, size: number, total: number): number[] {
  const last = Math.max(0, Math.ceil(total / size) - 1)
  const first = Math.min(Math.max(0, Math.floor(fromRow / size)), last)
  const end = Math.min(Math.max(first, Math.floor(toRow / size)), last)
  return Array.from({ length: end - first + 1 }, (_, index) => first + index)
}

/** Pages to forget: those farthest from what is shown, beyond the number that is kept. */
export function farPages(loaded: Iterable<number>, shown: readonly number[], kept: number): number[] {
  const middle = ((shown[0] ?? 0) + (shown.at(-1) ?? 0)) / 2
  return [...loaded].sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle)).slice(kept)
}

export interface Total {
  readonly rows: number
  readonly isExact: boolean
}

/**
 * What a page tells about the number of rows: a short one ends them, a full one at the supposed end means that there are more.
 * An empty one says only that the supposed number was too large: null.
 */
export function totalAfterPage(total: Total, page: number, size: number, found: number): Total | null {
  if (found > 0 && found < size) return { rows: page * size + found, isExact: true }
  if (found === 0) return page === 0 ? { rows: 0, isExact: true } : null
  const seen = (page + 1) * size
  return seen >= total.rows && !total.isExact ? { rows: seen + size, isExact: false } : total
}
