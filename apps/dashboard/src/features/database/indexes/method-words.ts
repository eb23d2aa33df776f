/** What the kinds of index that come with Postgres are good for (its documentation, 11.2). */
const words: Readonly<Record<string, string>> = {
  btree: 'Finds and sorts by =, <, >, between and prefixes.',
  hash: 'Finds by = only; small for long values.',
  gin: 'Finds what is inside of values: arrays, jsonb, full text, trigrams.',
  gist: 'Finds by nearness, overlap and containment: ranges, geometry, full text.',
  spgist: 'Finds in values that divide space or text unevenly: points, prefixes, addresses.',
  brin: 'Tiny; finds stretches of very large tables whose rows lie in the order of the values.',
  hnsw: 'Finds the nearest vectors, quickly and nearly exactly.',
  ivfflat: 'Finds the nearest vectors; smaller, and built from rows that are there already.',
}

/** What a kind of index is good for; undefined for one that is not known. */
export const methodHint = (method: string): string | undefined => words[method]
