import { numberText } from '../../../lib/texts/rows-text.ts'
import { stagingTextCopy } from './messages.ts'
import type { StagedCount } from './staged-changes.ts'

/** "3 cells in 2 rows, 1 new row, 2 deletions" */
export function stagedText({ cells, updates, inserts, deletes }: StagedCount): string {
  const parts = [
    updates > 0 && stagingTextCopy.cells(counted(cells, 'cell', 'cells'), counted(updates, 'row', 'rows')),
    inserts > 0 && counted(inserts, 'new row', 'new rows'),
    deletes > 0 && counted(deletes, 'deletion', 'deletions'),
  ]
  return parts.filter((part) => part !== false).join(', ')
}

function counted(count: number, one: string, many: string): string {
  return `${numberText(count)} ${count === 1 ? one : many}`
}
