import { methodWordsCopy } from './messages.ts'

/** The uses of Postgres's index methods (its documentation, 11.2) and of pgvector's. */
const words: Readonly<Record<string, string>> = {
  btree: methodWordsCopy.btree,
  hash: methodWordsCopy.hash,
  gin: methodWordsCopy.gin,
  gist: methodWordsCopy.gist,
  spgist: methodWordsCopy.spgist,
  brin: methodWordsCopy.brin,
  hnsw: methodWordsCopy.hnsw,
  ivfflat: methodWordsCopy.ivfflat,
}

/** Returns what an index method is for; undefined for unknown ones. */
export const methodHint = (method: string): string | undefined => words[method]
