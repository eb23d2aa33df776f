import type { PitrCommits, UnnamedTable } from '@colonnade/contracts/copies/pitr'
import { formatNumber } from '../../../lib/bytes.ts'

export type Commit = PitrCommits['commits'][number]

const unnamedTexts: Readonly<Record<UnnamedTable, string>> = {
  gone: 'a table that is gone',
  before_upgrade: 'a table of before the upgrade',
  other_version: 'a table of another version of Postgres',
  other_database: 'a table of another database',
}

/** What a commit has done, in a line. */
export function commitText({ changes, is_removing, removed }: Commit): string {
  const tables = changes.map(({ table, unnamed, inserted, updated, deleted }) => {
    const counts = [
      [inserted, 'inserted'],
      [updated, 'updated'],
      [deleted, 'deleted'],
    ] as const
    const told = counts.filter(([count]) => count > 0).map(([count, what]) => `${formatNumber(count)} ${what}`)
    return `${table ?? unnamedTexts[unnamed ?? 'gone']}: ${told.join(', ')}`
  })
  const parts = [...tables, ...(is_removing ? [removalText(removed)] : [])]
  return parts.length === 0 ? 'changes of the structure' : parts.join('; ')
}

function removalText(removed: Commit['removed']): string {
  const what = 'dropped, emptied or rewritten'
  if (removed.length === 0) return `something was ${what}`
  const names = [removed.slice(0, -1).join(', '), removed.at(-1)].filter((part) => part !== '')
  return `${names.join(' and ')} ${removed.length === 1 ? 'was' : 'were'} ${what}`
}

/** The last millisecond before a commit, of whose time the microseconds are known. */
export function justBefore({ at }: Pick<Commit, 'at'>): number {
  const micros = Number(/\.\d{3}(\d{3})Z$/.exec(at)?.[1] ?? 0)
  return Date.parse(at) - (micros === 0 ? 1 : 0)
}
