import type { Dependent, DependentKind, DropWeight } from '@colonnade/pg-meta/dependents'
import { formatBytes } from '../../lib/bytes.ts'
import { rowsText } from '../../lib/texts/rows-text.ts'

/** A drop of at least so many rows, or bytes, requires typing the name. */
export const typedDrop = { rows: 10_000, bytes: 100 * 1024 * 1024 } as const

const plurals: Partial<Record<DependentKind, string>> = {
  index: 'indexes',
  policy: 'policies',
  statistics: 'statistics',
  publication: 'memberships of publications',
  other: 'other objects',
}
const singulars: Partial<Record<DependentKind, string>> = { publication: 'membership of a publication', other: 'other object' }

/** "3 indexes, 1 policy and 2 triggers" */
export function kindsText(dependents: readonly Pick<Dependent, 'kind'>[]): string {
  const counts = new Map<DependentKind, number>()
  for (const { kind } of dependents) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const parts = [...counts].map(([kind, count]) => `${count} ${count === 1 ? (singulars[kind] ?? kind) : (plurals[kind] ?? `${kind}s`)}`)
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)!}`
}

/** Returns "≈ 1.0M rows, 120 MB"; only the size if rows were never counted; null if there is nothing to lose. */
export function weightText({ rows_estimate: rows, bytes }: DropWeight): string | null {
  if (rows === null && bytes === 0) return null
  return rows === null ? `${formatBytes(bytes)}, rows not counted yet` : `${rowsText(rows, false)}, ${formatBytes(bytes)}`
}

/** Kinds that hold data that can't be recovered. */
const precious: ReadonlySet<DependentKind> = new Set(['table', 'partition', 'column'])

/** Returns whether the name must be typed first: the drop is large, or cascades to objects with data. */
export function isTyped(weight: DropWeight | undefined, cascaded: readonly Pick<Dependent, 'kind'>[]): boolean {
  const isLarge = weight !== undefined && ((weight.rows_estimate ?? 0) >= typedDrop.rows || weight.bytes >= typedDrop.bytes)
  return isLarge || cascaded.some(({ kind }) => precious.has(kind))
}
