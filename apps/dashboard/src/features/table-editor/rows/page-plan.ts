/** The first and last row of a page that was seen, as values of the order's columns. */
export interface PageEdges {
  readonly first: readonly (string | null)[]
  readonly last: readonly (string | null)[]
}

export interface Total {
  readonly rows: number
  readonly isExact: boolean
}

/** How a page is found: rows to skip from the start, from its end, or from a row that was seen, and how many to take then. */
export type PagePlan = { readonly offset: number; readonly limit: number } & (
  | { readonly fromEnd?: true }
  | { readonly after: readonly (string | null)[] }
  | { readonly before: readonly (string | null)[] }
)

/**
 * The cheapest way to a page: from the start, from the end where it is known, or from the nearest page whose edges are. Scrolling on
 * thus costs the same everywhere; only a leap skips rows.
 */
export function planPage(page: number, size: number, edges: ReadonlyMap<number, PageEdges>, total: Total): PagePlan {
  let plan: PagePlan = { offset: page * size, limit: size }
  let skipped = page
  const afterwards = total.rows - (page + 1) * size
  // the total alone gives the rows of a shorter last page
  const limit = Math.min(size, size + afterwards)
  if (total.isExact && limit > 0 && afterwards < page * size) {
    plan = { fromEnd: true, offset: Math.max(0, afterwards), limit }
    skipped = Math.max(0, Math.ceil(afterwards / size))
  }
  for (const [known, { first, last }] of edges) {
    const between = known < page ? page - known - 1 : known - page - 1
    // a neighbour's edge goes before the end of all: it stays right when rows come or go
    if (known === page || between > skipped || (between === skipped && !('fromEnd' in plan))) continue
    skipped = between
    plan = known < page ? { after: last, offset: between * size, limit: size } : { before: first, offset: between * size, limit: size }
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

/** Pages to forget: those farthest from what is shown, beyond the number or the characters that are kept. What is shown stays. */
export function farPages(loaded: ReadonlyMap<number, number>, shown: readonly number[], keptPages: number, keptCharacters: number): number[] {
  const middle = ((shown[0] ?? 0) + (shown.at(-1) ?? 0)) / 2
  const nearest = [...loaded].sort(([a], [b]) => Math.abs(a - middle) - Math.abs(b - middle))
  let characters = 0
  return nearest.flatMap(([page, size], place) => {
    characters += size
    const isKept = shown.includes(page) || (place < keptPages && characters <= keptCharacters)
    return isKept ? [] : [page]
  })
}

/**
 * Derives the number of rows from a page: a short one ends them, a full one at the supposed end means that there are more.
 * An empty one says only that the supposed number was too large: null.
 */
export function totalAfterPage(total: Total, page: number, size: number, found: number): Total | null {
  if (found > 0 && found < size) return { rows: page * size + found, isExact: true }
  if (found === 0) return page === 0 ? { rows: 0, isExact: true } : null
  const seen = (page + 1) * size
  return seen >= total.rows && !total.isExact ? { rows: seen + size, isExact: false } : total
}
