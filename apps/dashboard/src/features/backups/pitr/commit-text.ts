import type { PitrCommits } from '@colonnade/contracts/copies/pitr'
import { formatNumber } from '../../../lib/bytes.ts'
import { commitTexts } from '../messages.ts'

export type Commit = PitrCommits['commits'][number]

/** A commit that deletes so many rows of one table, and more than it inserts, counts as a mass delete. */
const massDeleteRows = 100

/** Returns what a commit did, in one line. */
export function commitText({ changes, is_removing, removed }: Commit): string {
  const tables = changes.map(({ table, unnamed, inserted, updated, deleted }) => {
    const counts = [
      [inserted, commitTexts.inserted],
      [updated, commitTexts.updated],
      [deleted, commitTexts.deleted],
    ] as const
    const shown = counts.filter(([count]) => count > 0).map(([count, what]) => `${formatNumber(count)} ${what}`)
    return commitTexts.rows(table ?? commitTexts.unnamed[unnamed ?? 'gone'], shown.join(', '))
  })
  const parts = [...tables, ...(is_removing ? [removalText(removed)] : [])]
  return parts.length === 0 ? commitTexts.structure : parts.join('; ')
}

/** Returns whether a commit dropped, truncated or rewrote a table, or deleted many rows. */
export function isDestructive({ changes, is_removing }: Pick<Commit, 'changes' | 'is_removing'>): boolean {
  return is_removing || changes.some(({ deleted, inserted }) => deleted >= massDeleteRows && deleted > inserted)
}

function removalText(removed: Commit['removed']): string {
  if (removed.length === 0) return commitTexts.removedSomething
  const names = [removed.slice(0, -1).join(', '), removed.at(-1)].filter((part) => part !== '')
  return commitTexts.removed(names.join(commitTexts.and), removed.length)
}

/** Returns the last millisecond before a commit, whose time is known to the microsecond. */
export function justBefore({ at }: Pick<Commit, 'at'>): number {
  const micros = Number(/\.\d{3}(\d{3})Z$/.exec(at)?.[1] ?? 0)
  return Date.parse(at) - (micros === 0 ? 1 : 0)
}
