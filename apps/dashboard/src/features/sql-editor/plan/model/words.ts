import { numberOf, textOf } from './explain-json.ts'
import type { PlanNode } from './plan.ts'

/** What a node does, in plain words: one sentence without its figures. */
export function wordsOf(node: PlanNode): string {
  const { raw, type } = node
  const table = textOf(raw['Relation Name']) ?? 'the table'
  const index = textOf(raw['Index Name']) ?? 'an index'
  const hasFilter = textOf(raw['Filter']) !== null
  switch (type) {
    case 'Seq Scan':
      return `Reads every row of ${table}${hasFilter ? ' and keeps those that fit the filter' : ''}.`
    case 'Sample Scan':
      return `Reads a random sample of ${table}.`
    case 'Index Scan':
      return `Finds rows in index ${index} and fetches them from ${table}${hasFilter ? ', then filters them' : ''}.`
    case 'Index Only Scan':
      return `Answers from index ${index} alone, without reading ${table} where pages are all visible.`
    case 'Bitmap Index Scan':
      return `Marks the pages of the table that index ${index} names.`
    case 'Bitmap Heap Scan':
      return `Reads the marked pages of ${table} in the order they lie on disk and checks their rows.`
    case 'BitmapAnd':
      return 'Keeps the pages that all bitmaps below mark.'
    case 'BitmapOr':
      return 'Keeps the pages that any bitmap below marks.'
    case 'Tid Scan':
    case 'Tid Range Scan':
      return `Fetches rows of ${table} by their place on disk.`
    case 'Function Scan':
    case 'Table Function Scan':
      return `Calls ${textOf(raw['Function Name']) ?? 'a function'} and reads what it returns.`
    case 'Values Scan':
      return 'Reads the rows that the statement itself lists.'
    case 'CTE Scan':
      return `Reads rows that the WITH query ${textOf(raw['CTE Name']) ?? ''} made${hasFilter ? ', and filters them' : ''}.`
    case 'WorkTable Scan':
      return 'Reads the rows of the round before, in a recursive query.'
    case 'Subquery Scan':
      return 'Passes on the rows of a subquery.'
    case 'Foreign Scan':
      return `Asks another server for rows of ${table}.`
    case 'Nested Loop':
      return `For each row of the first input, looks up the matching rows of the second${joinWords(raw['Join Type'])}.`
    case 'Hash Join':
      return `Looks up each row of the first input in a hash table of the second${joinWords(raw['Join Type'])}.`
    case 'Merge Join':
      return `Walks through two sorted inputs side by side${joinWords(raw['Join Type'])}.`
    case 'Hash':
      return 'Builds a hash table in memory for the join above.'
    case 'Sort':
      return String(raw['Sort Method'] ?? '').startsWith('top-N') ? 'Sorts, keeping only the first rows that are asked for.' : 'Sorts all its rows.'
    case 'Incremental Sort':
      return 'Sorts within groups that already come in order.'
    case 'Aggregate':
      return aggregateWords(node)
    case 'Group':
    case 'Unique':
      return 'Drops repeated rows from sorted input.'
    case 'WindowAgg':
      return 'Computes window functions over sorted rows.'
    case 'SetOp':
      return 'Keeps what two sets of rows have in common, or what only the first has.'
    case 'Append':
      return 'Passes on the rows of its inputs, one after another.'
    case 'Merge Append':
      return 'Merges sorted inputs, keeping their order.'
    case 'Recursive Union':
      return 'Runs its second input again and again until no rows are new.'
    case 'Limit':
      return 'Stops after the rows that were asked for.'
    case 'Materialize':
      return 'Keeps its rows, so that they can be read again.'
    case 'Memoize':
      return 'Remembers what was looked up, so that the same key is not looked up twice.'
    case 'Gather':
      return `Collects the rows of ${numberOf(raw['Workers Planned']) ?? 'several'} workers that run side by side.`
    case 'Gather Merge':
      return `Merges the sorted rows of ${numberOf(raw['Workers Planned']) ?? 'several'} workers that run side by side.`
    case 'LockRows':
      return 'Locks the rows that it passes on.'
    case 'ModifyTable':
      return modifyWords(textOf(raw['Operation']), table)
    case 'ProjectSet':
      return 'Computes functions that return several rows for each row.'
    case 'Result':
      return 'Computes a row without reading a table, or passes rows on.'
    default:
      return ''
  }
}

function joinWords(kind: unknown): string {
  switch (kind) {
    case 'Left':
    case 'Right':
    case 'Full':
      return ', and keeps rows without a match'
    case 'Semi':
    case 'Right Semi':
      return ', and stops at the first match'
    case 'Anti':
    case 'Right Anti':
      return ', and keeps only rows without a match'
    default:
      return ''
  }
}

function aggregateWords({ raw }: PlanNode): string {
  const isPartial = raw['Partial Mode'] === 'Partial'
  const what = isPartial
    ? 'Aggregates a worker’s part of the rows'
    : raw['Partial Mode'] === 'Finalize'
      ? 'Puts the workers’ aggregates together'
      : ''
  if (what !== '') return `${what}.`
  if (raw['Strategy'] === 'Hashed') return 'Groups rows by a hash table of their keys.'
  if (raw['Strategy'] === 'Sorted') return 'Groups rows that come sorted by their keys.'
  return raw['Strategy'] === 'Mixed' ? 'Groups rows by several sets of keys at once.' : 'Computes aggregates over all its rows.'
}

function modifyWords(operation: string | null, table: string): string {
  switch (operation) {
    case 'Insert':
      return `Writes its rows into ${table}.`
    case 'Update':
      return `Writes new versions of rows of ${table}.`
    case 'Delete':
      return `Deletes rows of ${table}.`
    default:
      return `Changes rows of ${table}.`
  }
}
