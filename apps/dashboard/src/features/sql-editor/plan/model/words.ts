import { numberOf, textOf } from './explain-json.ts'
import { wordsText } from './messages.ts'
import type { PlanNode } from './plan.ts'

/** What a node does, in plain words: one sentence without its figures. */
export function wordsOf(node: PlanNode): string {
  const { raw, type } = node
  const table = textOf(raw['Relation Name']) ?? wordsText.theTable
  const index = textOf(raw['Index Name']) ?? wordsText.anIndex
  const hasFilter = textOf(raw['Filter']) !== null
  switch (type) {
    case 'Seq Scan':
      return wordsText.seqScan(table, hasFilter)
    case 'Sample Scan':
      return wordsText.sampleScan(table)
    case 'Index Scan':
      return wordsText.indexScan(index, table, hasFilter)
    case 'Index Only Scan':
      return wordsText.indexOnlyScan(index, table)
    case 'Bitmap Index Scan':
      return wordsText.bitmapIndexScan(index)
    case 'Bitmap Heap Scan':
      return wordsText.bitmapHeapScan(table)
    case 'BitmapAnd':
      return wordsText.bitmapAnd
    case 'BitmapOr':
      return wordsText.bitmapOr
    case 'Tid Scan':
    case 'Tid Range Scan':
      return wordsText.tidScan(table)
    case 'Function Scan':
    case 'Table Function Scan':
      return wordsText.functionScan(textOf(raw['Function Name']) ?? wordsText.aFunction)
    case 'Values Scan':
      return wordsText.valuesScan
    case 'CTE Scan':
      return wordsText.cteScan(textOf(raw['CTE Name']) ?? '', hasFilter)
    case 'WorkTable Scan':
      return wordsText.workTableScan
    case 'Subquery Scan':
      return wordsText.subqueryScan
    case 'Foreign Scan':
      return wordsText.foreignScan(table)
    case 'Nested Loop':
      return wordsText.nestedLoop(joinWords(raw['Join Type']))
    case 'Hash Join':
      return wordsText.hashJoin(joinWords(raw['Join Type']))
    case 'Merge Join':
      return wordsText.mergeJoin(joinWords(raw['Join Type']))
    case 'Hash':
      return wordsText.hash
    case 'Sort':
      return String(raw['Sort Method'] ?? '').startsWith('top-N') ? wordsText.topSort : wordsText.sort
    case 'Incremental Sort':
      return wordsText.incrementalSort
    case 'Aggregate':
      return aggregateWords(node)
    case 'Group':
    case 'Unique':
      return wordsText.unique
    case 'WindowAgg':
      return wordsText.window
    case 'SetOp':
      return wordsText.setOp
    case 'Append':
      return wordsText.append
    case 'Merge Append':
      return wordsText.mergeAppend
    case 'Recursive Union':
      return wordsText.recursiveUnion
    case 'Limit':
      return wordsText.limit
    case 'Materialize':
      return wordsText.materialize
    case 'Memoize':
      return wordsText.memoize
    case 'Gather':
      return wordsText.gather(workersText(raw))
    case 'Gather Merge':
      return wordsText.gatherMerge(workersText(raw))
    case 'LockRows':
      return wordsText.lockRows
    case 'ModifyTable':
      return modifyWords(textOf(raw['Operation']), table)
    case 'ProjectSet':
      return wordsText.projectSet
    case 'Result':
      return wordsText.result
    default:
      return ''
  }
}

const workersText = (raw: PlanNode['raw']): string => String(numberOf(raw['Workers Planned']) ?? wordsText.several)

function joinWords(kind: unknown): string {
  switch (kind) {
    case 'Left':
    case 'Right':
    case 'Full':
      return wordsText.keepsUnmatched
    case 'Semi':
    case 'Right Semi':
      return wordsText.stopsAtMatch
    case 'Anti':
    case 'Right Anti':
      return wordsText.onlyUnmatched
    default:
      return ''
  }
}

function aggregateWords({ raw }: PlanNode): string {
  const isPartial = raw['Partial Mode'] === 'Partial'
  const what = isPartial ? wordsText.partialAggregate : raw['Partial Mode'] === 'Finalize' ? wordsText.finalAggregate : ''
  if (what !== '') return what
  if (raw['Strategy'] === 'Hashed') return wordsText.hashAggregate
  if (raw['Strategy'] === 'Sorted') return wordsText.sortedAggregate
  return raw['Strategy'] === 'Mixed' ? wordsText.mixedAggregate : wordsText.plainAggregate
}

function modifyWords(operation: string | null, table: string): string {
  switch (operation) {
    case 'Insert':
      return wordsText.insert(table)
    case 'Update':
      return wordsText.update(table)
    case 'Delete':
      return wordsText.delete(table)
    default:
      return wordsText.change(table)
  }
}
