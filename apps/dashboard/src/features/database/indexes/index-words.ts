import type { IndexDetails } from '@colonnade/pg-meta/index-details'
import type { IndexSummary } from '@colonnade/pg-meta/index-summaries'
import { ident, sql, toText } from '@colonnade/sql'
import { formatBytes } from '../../../lib/bytes.ts'
import type { IndexMark } from './index-marks.ts'
import { bloatedFrom } from './limits.ts'
import { methodHint } from './method-words.ts'

/** What a mark means, and what to do. */
export function markText(mark: IndexMark, { is_ready: isReady, has_constraint }: Pick<IndexSummary, 'is_ready' | 'has_constraint'>): string {
  switch (mark.kind) {
    case 'invalid':
      return `It is invalid: no query uses it${isReady ? ', and every write keeps it up all the same' : ''}. It is being built, or its build has failed or was stopped. When nothing builds it, repair it with Reindex${!has_constraint ? ', or delete it' : ''}.`
    case 'duplicate':
      return `${mark.by.name} holds the same: whatever this one does, that one does, too. Deleting this one makes writes cheaper.`
    case 'covered':
      return `The key of ${mark.by.name} begins with all of this one’s, so that it can find the same rows. Deleting this one makes writes cheaper; searches read a little more.`
    case 'unused':
      return 'No query has used it since uses are counted. Before you delete it: replicas count by themselves, and some reports run once a year.'
  }
}

/** What an index is for, in a sentence. */
export function purposeText({ is_primary, is_unique, method, predicate, has_constraint }: IndexSummary): string {
  const some = predicate === null ? '' : ' among the rows that its condition is true for'
  if (is_primary) return 'It keeps the primary key unique, and finds rows by it.'
  if (is_unique) return `It keeps its key unique${some}, and finds rows by it.`
  if (has_constraint) return 'It keeps apart what an exclusion constraint forbids to meet.'
  return `${methodHint(method) ?? `Finds rows by the method ${method}.`}${predicate === null ? '' : ' It has only the rows that its condition is true for.'}`
}

/** How much of an index is air, as reckoned; what to do about it. */
export function bloatText({
  bytes,
  packed_bytes_estimate: packed,
  index_rows: rows,
}: Pick<IndexDetails, 'bytes' | 'packed_bytes_estimate' | 'index_rows'>): string {
  if (packed === null) {
    return rows === null
      ? 'Not known: it is reckoned from what analyze has seen, and it has not looked yet.'
      : 'Not known: it can be reckoned of btree indexes whose columns analyze has seen.'
  }
  const air = Math.max(0, bytes - packed)
  const share = bytes === 0 ? 0 : air / bytes
  if (bytes < bloatedFrom.bytes || share < bloatedFrom.share) {
    return `About ${Math.round(share * 100)} % (${formatBytes(air)}) is more than its rows need: nothing to do.`
  }
  return `About ${Math.round(share * 100)} % (${formatBytes(air)}) is more than its rows need. Reindex packs it anew, to about ${formatBytes(packed)}.`
}

/** What drops a constraint with its index. */
export const constraintDropText = ({ schema, table }: Pick<IndexSummary, 'schema' | 'table'>, constraint: string): string =>
  toText(sql`alter table ${ident(schema, table)} drop constraint ${ident(constraint)};`)
