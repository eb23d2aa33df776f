import { ident, toText } from '@colonnade/sql'
import { columnTests, type ColumnTest } from './conditions.ts'
import { numberOf, textOf } from './explain-json.ts'
import { findingsText } from './messages.ts'
import type { Plan, PlanNode } from './plan.ts'

/** Something about a plan that is worth knowing, and what to do about it. */
export interface Finding {
  /** How much there is to win: the share of the whole that it is about, from 0 to 1. */
  readonly weight: number
  readonly node: number | null
  readonly title: string
  readonly advice: string
  /** What would help, to be run. */
  readonly sql: string | null
}

/** An estimate that is off by this factor results in the wrong plan. */
export const misestimateFactor = 10
/** A scan of fewer rows is quick with or without an index. */
const largeScanRows = 5_000
/** A scan that keeps more than this of what it reads is often quicker than an index. */
const keptShare = 0.1
const manyLoops = 1_000
/** A node below this share of the whole is not what takes the time. */
const smallShare = 0.05

const count = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const rows = (n: number): string => `${count.format(n)} ${Math.round(n) === 1 ? 'row' : 'rows'}`
const percent = (share: number): string => `${Math.round(share * 100)}%`

/** What stands out in a plan, the weightiest first. */
export function findingsOf(plan: Plan): readonly Finding[] {
  const perNode = plan.nodes.flatMap((node) => [
    ...missingIndex(plan, node),
    ...repeatedScan(plan, node),
    ...spilledSort(node),
    ...hashBatches(node),
    ...heapFetches(node),
    ...lossyBitmap(node),
  ])
  return [...perNode, ...misestimates(plan), ...jitTime(plan), ...triggerTime(plan), ...disabled(plan)].sort((a, b) => b.weight - a.weight)
}

function missingIndex(plan: Plan, node: PlanNode): Finding[] {
  const { raw, actual } = node
  const filter = textOf(raw['Filter'])
  if (node.type !== 'Seq Scan' || filter === null || actual === null || actual.loops === 0 || node.share < smallShare) return []
  const kept = actual.rows * actual.loops
  const read = kept + node.removedRows
  if (read < largeScanRows || kept > read * keptShare) return []
  const tests = columnTests(filter, namesOf(node))
  return [
    {
      weight: node.share,
      node: node.id,
      title: findingsText.fullScan(relationOf(node), rows(kept), count.format(read)),
      advice: tests.length === 0 ? findingsText.noIndexFor(filter) : indexAdvice(tests),
      sql: indexSql(node, tests),
    },
  ].map((finding) => (plan.hasTimes ? { ...finding, advice: findingsText.withScanTime(finding.advice, percent(node.share)) } : finding))
}

function repeatedScan(plan: Plan, node: PlanNode): Finding[] {
  const parent = node.parent === null ? undefined : plan.nodes[node.parent]
  if (parent?.type !== 'Nested Loop' || node.actual === null || node.actual.loops < manyLoops || parent.children[1] !== node.id) return []
  const share = shareBelow(plan, node)
  if (share < smallShare) return []
  const isScan = node.type === 'Seq Scan'
  const condition = isScan ? (textOf(node.raw['Filter']) ?? textOf(parent.raw['Join Filter'])) : null
  const tests = condition === null ? [] : columnTests(condition, namesOf(node))
  return [
    {
      weight: share,
      node: node.id,
      title: findingsText.manyRuns(`${node.operation}${node.target === null ? '' : ` on ${node.target}`}`, count.format(node.actual.loops)),
      advice: isScan ? findingsText.repeatedScan : findingsText.manyLookups,
      sql: isScan ? indexSql(node, tests) : null,
    },
  ]
}

function spilledSort(node: PlanNode): Finding[] {
  if (node.spilledKb === 0 || !/Sort|Aggregate|Materialize|CTE Scan|WindowAgg/.test(node.type)) return []
  const peak = numberOf(node.raw['Peak Memory Usage']) ?? 0
  const what = node.type === 'Aggregate' ? findingsText.groups : node.type.includes('Sort') ? findingsText.sort : findingsText.materialized
  // rows take more room in memory than on disk
  const needed = workMemText((node.spilledKb + peak) * (node.type === 'Aggregate' ? 2 : 3))
  return [
    {
      weight: Math.max(node.share, 0.02),
      node: node.id,
      title: findingsText.spilled(what, kilobytes(node.spilledKb)),
      advice: findingsText.raiseWorkMem(needed),
      sql: `set work_mem = '${needed}';`,
    },
  ]
}

function hashBatches(node: PlanNode): Finding[] {
  const batches = numberOf(node.raw['Hash Batches']) ?? 1
  if (node.type !== 'Hash' || batches <= 1) return []
  const needed = workMemText((numberOf(node.raw['Peak Memory Usage']) ?? 1_024) * batches)
  return [
    {
      weight: Math.max(node.share, 0.02),
      node: node.id,
      title: findingsText.hashSpilled(count.format(batches)),
      advice: findingsText.raiseHashMem(needed),
      sql: `set work_mem = '${needed}';`,
    },
  ]
}

function heapFetches(node: PlanNode): Finding[] {
  const fetches = (numberOf(node.raw['Heap Fetches']) ?? 0) * (node.actual?.loops ?? 0)
  const came = (node.actual?.rows ?? 0) * (node.actual?.loops ?? 0)
  if (fetches < largeScanRows || fetches < came * 0.2 || node.share < smallShare) return []
  return [
    {
      weight: node.share,
      node: node.id,
      title: findingsText.heapFetches(count.format(fetches)),
      advice: findingsText.vacuum,
      sql: `vacuum ${tableOf(node)};`,
    },
  ]
}

function lossyBitmap(node: PlanNode): Finding[] {
  const lossy = numberOf(node.raw['Lossy Heap Blocks']) ?? 0
  if (lossy === 0 || node.share < smallShare) return []
  return [
    {
      weight: node.share,
      node: node.id,
      title: findingsText.lossyBitmap(relationOf(node), count.format(lossy)),
      advice: findingsText.raiseBitmapMem,
      sql: null,
    },
  ]
}

/** The lowest nodes that were guessed wrongly: what is above them is wrong because of them. */
function misestimates(plan: Plan): Finding[] {
  const isOff = (node: PlanNode): boolean => node.misestimate !== null && node.misestimate.factor >= misestimateFactor && !isCutShort(plan, node)
  // what reads a CTE is off because the CTE is
  const sources = (node: PlanNode): readonly PlanNode[] => {
    const cte = textOf(node.raw['CTE Name'])
    const made = cte === null ? [] : plan.nodes.filter(({ subplan, id }) => subplan === `CTE ${cte}` && id !== node.id)
    return [...node.children.map((id) => plan.nodes[id]!), ...made]
  }
  const hasOffBelow = (node: PlanNode, seen: ReadonlySet<PlanNode> = new Set()): boolean =>
    !seen.has(node) && sources(node).some((source) => isOff(source) || hasOffBelow(source, new Set([...seen, node])))
  return plan.nodes
    .filter((node) => isOff(node) && !hasOffBelow(node) && largest(node) >= 100)
    .map((node): Finding => {
      const { factor, direction } = node.misestimate!
      const table = textOf(node.raw['Relation Name'])
      const tests =
        table === null
          ? []
          : columnTests(
              ['Filter', 'Index Cond', 'Recheck Cond']
                .map((key) => textOf(node.raw[key]))
                .filter((text) => text !== null)
                .join(' AND '),
              namesOf(node),
            )
      const columns = [...new Set(tests.flatMap(({ column }) => column ?? []))]
      const isCorrelated = columns.length > 1
      return {
        weight: Math.min(0.5, Math.log10(factor) / 10 + shareAbove(plan, node) / 4),
        node: node.id,
        title: findingsText.misestimate(
          node.target ?? node.operation,
          rows(node.planRows ?? 0),
          count.format(node.actual!.rows),
          count.format(factor),
          direction === 'under',
        ),
        advice: table === null ? findingsText.misestimatedJoin : isCorrelated ? findingsText.correlatedColumns : findingsText.staleStatistics,
        sql: table === null ? null : [...(isCorrelated ? [statisticsSql(node, columns)] : []), `analyze ${tableOf(node)};`].join('\n'),
      }
    })
    .sort((a, b) => b.weight - a.weight)
    .slice(0, 3)
}

function statisticsSql(node: PlanNode, columns: readonly string[]): string {
  return `create statistics on ${columns.map((column) => toText(ident(column))).join(', ')} from ${tableOf(node)};`
}

/** Whether what reads a node may have stopped before its end: then fewer rows than expected are no mistake. */
function isCutShort(plan: Plan, node: PlanNode): boolean {
  if (node.misestimate?.direction !== 'over') return false
  for (let at = node; at.parent !== null;) {
    const parent = plan.nodes[at.parent]!
    if (/Sort|^Hash$|Aggregate|Materialize|SetOp|Unique/.test(parent.type) && parent.type !== 'Incremental Sort') return false
    const join = textOf(parent.raw['Join Type']) ?? ''
    if (parent.type === 'Limit' || /Semi|Anti/.test(join) || parent.type === 'Merge Join' || parent.raw['Inner Unique'] === true) return true
    at = parent
  }
  return false
}

function jitTime(plan: Plan): Finding[] {
  const whole = plan.executionMs ?? plan.root.ms
  if (plan.jit === null || whole === null || plan.jit.totalMs < whole * 0.25 || plan.jit.totalMs < 10) return []
  return [
    {
      weight: plan.jit.totalMs / whole,
      node: null,
      title: findingsText.jitTime(percent(plan.jit.totalMs / whole)),
      advice: findingsText.jitAdvice,
      sql: 'set jit = off;',
    },
  ]
}

function triggerTime(plan: Plan): Finding[] {
  const whole = plan.executionMs
  if (whole === null) return []
  return plan.triggers
    .filter(({ ms }) => ms !== null && ms > whole * 0.25)
    .map(({ name, ms, calls }) => ({
      weight: ms! / whole,
      node: null,
      title: findingsText.triggerTime(name, percent(ms! / whole), count.format(calls), calls),
      advice: name.startsWith('constraint') ? findingsText.foreignKeyTrigger : findingsText.rowTrigger,
      sql: null,
    }))
}

function disabled(plan: Plan): Finding[] {
  const off = plan.nodes.filter(({ raw }) => raw['Disabled'] === true)
  return off.slice(0, 1).map((node) => ({
    weight: 0.01,
    node: node.id,
    title: findingsText.disabledNode(node.operation),
    advice: findingsText.disabledAdvice,
    sql: null,
  }))
}

const largest = (node: PlanNode): number => Math.max(node.planRows ?? 0, node.actual?.rows ?? 0)
const shareBelow = (plan: Plan, node: PlanNode): number =>
  node.share + node.children.reduce((sum, child) => sum + shareBelow(plan, plan.nodes[child]!), 0)
const shareAbove = (plan: Plan, node: PlanNode): number =>
  node.parent === null ? 0 : plan.nodes[node.parent]!.share + shareAbove(plan, plan.nodes[node.parent]!)
const relationOf = (node: PlanNode): string => textOf(node.raw['Relation Name']) ?? node.target ?? node.operation
const namesOf = (node: PlanNode): (string | null)[] => [textOf(node.raw['Relation Name']), textOf(node.raw['Alias'])]

function tableOf(node: PlanNode): string {
  const schema = textOf(node.raw['Schema'])
  const name = relationOf(node)
  return toText(schema === null ? ident(name) : ident(schema, name))
}

/** Columns that must be equal first, then one that is in a range: what a B-tree serves at once. */
function keyOf(tests: readonly ColumnTest[]): readonly ColumnTest[] {
  const distinct = [...new Map(tests.map((test) => [test.indexed, test])).values()].filter(({ kind }) => kind !== 'contains')
  return [...distinct.filter(({ kind }) => kind === 'equal'), ...distinct.filter(({ kind }) => kind !== 'equal').slice(0, 1)]
}

function indexAdvice(tests: readonly ColumnTest[]): string {
  const key = keyOf(tests)
  if (key.length === 0) return findingsText.trigramIndex
  return findingsText.addIndex(key.map(({ indexed }) => indexed).join(', '))
}

function indexSql(node: PlanNode, tests: readonly ColumnTest[]): string | null {
  const key = keyOf(tests)
  if (key.length > 0) {
    const columns = key.map(({ indexed, kind }) => (kind === 'prefix' ? `${indexed} text_pattern_ops` : indexed))
    return `create index concurrently on ${tableOf(node)} (${columns.join(', ')});`
  }
  const searched = tests.find(({ kind }) => kind === 'contains')
  if (searched === undefined) return null
  return `create extension if not exists pg_trgm;\ncreate index on ${tableOf(node)} using gin (${searched.indexed} gin_trgm_ops);`
}

const kilobytes = (kb: number): string => (kb < 1_024 ? `${count.format(kb)} kB` : `${(kb / 1_024).toFixed(1)} MB`)
const workMemText = (kb: number): string => `${Math.max(4, 2 ** Math.ceil(Math.log2(kb / 1_024)))}MB`
