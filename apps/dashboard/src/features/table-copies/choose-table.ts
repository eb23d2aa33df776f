import type { PitrCommits } from '@colonnade/contracts/copies/pitr'
import type { CopyableTable } from '@colonnade/contracts/copies/table-copies'

/** Returns the name of a table as commits print it. */
export function shownName({ schema, name }: Pick<CopyableTable, 'schema' | 'name'>): string {
  return schema === 'public' ? name : `${schema}.${name}`
}

/** Returns the first tables that lost rows after a moment: those of one commit, by the names that it has for them. */
export function removedAfter({ commits }: PitrCommits, at: string): readonly string[] {
  const time = Date.parse(at)
  for (const commit of commits) {
    if (Date.parse(commit.at) < time) continue
    const deleted = commit.changes.filter((change) => change.deleted > change.inserted).flatMap(({ table }) => table ?? [])
    const removed = [...commit.removed, ...deleted]
    if (removed.length > 0) return removed
  }
  return []
}

/** Returns the table to preselect: one that a commit removed, otherwise one that the project lacks, otherwise the first. */
export function tableToChoose(
  tables: readonly CopyableTable[],
  removed: readonly string[],
): { readonly table: CopyableTable; readonly isRemoved: boolean } | undefined {
  const lost = removed.flatMap((name) => tables.find((table) => shownName(table) === name) ?? [])[0]
  const table = lost ?? tables.find(({ is_taken: isTaken }) => !isTaken) ?? tables[0]
  return table && { table, isRemoved: lost !== undefined }
}
