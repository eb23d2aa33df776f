/** The requested page: `limit` items after `offset`. */
export interface PageWanted {
  readonly offset: number
  readonly limit: number
}

/** Returns one page of a list. Asks `read` for one more item, to detect a next page. */
export async function readPage<Wanted extends PageWanted, Item>(
  wanted: Wanted,
  read: (wanted: Wanted) => Promise<Item[]>,
): Promise<{ items: Item[]; next_offset: number | null }> {
  const oneMore = await read({ ...wanted, limit: wanted.limit + 1 })
  const items = oneMore.slice(0, wanted.limit)
  return { items, next_offset: oneMore.length > items.length ? wanted.offset + items.length : null }
}
