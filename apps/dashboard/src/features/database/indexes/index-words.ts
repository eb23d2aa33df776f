import type { IndexDetails } from '@colonnade/pg-meta/index-details'
import type { IndexSummary } from '@colonnade/pg-meta/index-summaries'
import { ident, sql, toText } from '@colonnade/sql'
import { formatBytes } from '../../../lib/bytes.ts'
import type { IndexMark } from './index-marks.ts'
import { bloatedFrom } from './limits.ts'
import { indexWordsCopy } from './messages.ts'
import { methodHint } from './method-words.ts'

/** Returns what a mark means, and what to do. */
export function markText(mark: IndexMark, { is_ready: isReady, has_constraint }: Pick<IndexSummary, 'is_ready' | 'has_constraint'>): string {
  switch (mark.kind) {
    case 'invalid':
      return indexWordsCopy.invalid(isReady, !has_constraint)
    case 'duplicate':
      return indexWordsCopy.duplicate(mark.by.name)
    case 'covered':
      return indexWordsCopy.covered(mark.by.name)
    case 'unused':
      return indexWordsCopy.unused
  }
}

/** Returns the purpose of an index, in a sentence. */
export function purposeText({ is_primary, is_unique, method, predicate, has_constraint }: IndexSummary): string {
  if (is_primary) return indexWordsCopy.primaryKey
  if (is_unique) return indexWordsCopy.uniqueKey(predicate !== null)
  if (has_constraint) return indexWordsCopy.exclusion
  return `${methodHint(method) ?? indexWordsCopy.byMethod(method)}${predicate === null ? '' : indexWordsCopy.partial}`
}

/** Returns an index's estimated bloat, and what to do about it. */
export function bloatText({
  bytes,
  packed_bytes_estimate: packed,
  index_rows: rows,
}: Pick<IndexDetails, 'bytes' | 'packed_bytes_estimate' | 'index_rows'>): string {
  if (packed === null) {
    return rows === null ? indexWordsCopy.bloatNotAnalyzed : indexWordsCopy.bloatUnknown
  }
  const bloat = Math.max(0, bytes - packed)
  const share = bytes === 0 ? 0 : bloat / bytes
  if (bytes < bloatedFrom.bytes || share < bloatedFrom.share) {
    return indexWordsCopy.bloatFine(Math.round(share * 100), formatBytes(bloat))
  }
  return indexWordsCopy.bloated(Math.round(share * 100), formatBytes(bloat), formatBytes(packed))
}

/** Returns the statement that drops a constraint with its index. */
export const constraintDropText = ({ schema, table }: Pick<IndexSummary, 'schema' | 'table'>, constraint: string): string =>
  toText(sql`alter table ${ident(schema, table)} drop constraint ${ident(constraint)};`)
