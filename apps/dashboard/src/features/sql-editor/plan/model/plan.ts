import { childrenOf, isRawNode, listOf, numberOf, type RawExplain, type RawNode, type RawValue, readExplainJson, textOf } from './explain-json.ts'
import { labelOf } from './node-label.ts'
import { parseExplainText } from './parse-text.ts'
import { ownTimes } from './own-times.ts'

/** Blocks of 8 kB, of a node alone. */
export interface PlanBuffers {
  readonly hit: number
  readonly read: number
  readonly dirtied: number
  readonly written: number
  readonly tempRead: number
  readonly tempWritten: number
}

/** Measurements of a node; rows and milliseconds are averages per loop, as Postgres reports them. */
export interface PlanActual {
  readonly rows: number
  readonly loops: number
  /** Null when times were not taken. */
  readonly totalMs: number | null
}

/** How far the planner's number of rows was off: `factor` ≥ 1; it expected fewer rows than came (`under`), or more (`over`). */
export interface Misestimate {
  readonly factor: number
  readonly direction: 'under' | 'over'
}

export interface PlanNode {
  /** Its place in the plan, from the root on; also its index in `Plan.nodes`. */
  readonly id: number
  readonly raw: RawNode
  /** "Seq Scan", the grammar's name: see `operation` for how it is shown. */
  readonly type: string
  readonly operation: string
  readonly target: string | null
  /** 0 for the root. */
  readonly depth: number
  readonly parent: number | null
  readonly children: readonly number[]
  /** "InitPlan 1", "CTE big"; null for what its parent reads in the ordinary way. */
  readonly subplan: string | null
  readonly planRows: number | null
  readonly totalCost: number | null
  readonly actual: PlanActual | null
  readonly isNeverExecuted: boolean
  /** Milliseconds from its first row to its last, of all loops, with what is below it; of workers side by side, the time that passed. */
  readonly ms: number | null
  /** Without what is below it. */
  readonly ownMs: number | null
  /** Its own part of the whole, from 0 to 1: of the time, or of the cost where no times were taken. */
  readonly share: number
  readonly misestimate: Misestimate | null
  /** Null when EXPLAIN was not asked for BUFFERS. */
  readonly buffers: PlanBuffers | null
  /** Rows of all loops that a filter threw away. */
  readonly removedRows: number
  /** Kilobytes that did not fit into memory and went to disk. */
  readonly spilledKb: number
}

export interface PlanTrigger {
  readonly name: string
  readonly relation: string | null
  readonly ms: number | null
  readonly calls: number
}

export interface PlanJit {
  readonly functions: number
  readonly totalMs: number
}

/** A statement's plan, as EXPLAIN returns it. */
export interface Plan {
  readonly raw: RawExplain
  readonly root: PlanNode
  /** In Postgres's order: each before those below it. */
  readonly nodes: readonly PlanNode[]
  /** The statement ran: numbers of rows are true, not guesses. */
  readonly isAnalyzed: boolean
  readonly hasTimes: boolean
  readonly hasBuffers: boolean
  readonly planningMs: number | null
  readonly executionMs: number | null
  readonly triggers: readonly PlanTrigger[]
  readonly jit: PlanJit | null
  readonly settings: Readonly<Record<string, string>>
}

/** Reads a plan from EXPLAIN's JSON or text; null for any other text. */
export function readPlan(text: string): Plan | null {
  const trimmed = text.trim()
  const explain = /^[[{]/.test(trimmed) ? readExplainJson(trimmed) : parseExplainText(text)
  return explain === null ? null : planOf(explain)
}

export function planOf(explain: RawExplain): Plan {
  const drafts: Draft[] = []
  collect(explain['Plan'] as RawNode, null, 0, drafts)
  const { ms, ownMs } = ownTimes(drafts)
  const wholeMs = ms[0] ?? null
  const costs = drafts.map((draft) => ownCost(draft, drafts))
  const wholeCost = costs.reduce((sum, cost) => sum + cost, 0)
  const nodes = drafts.map((draft, id): PlanNode => {
    const own = ownMs[id] ?? null
    const share = wholeMs === null ? part(costs[id]!, wholeCost) : part(own ?? 0, Math.max(wholeMs, sumOf(ownMs)))
    return { ...draft, ms: ms[id] ?? null, ownMs: own, share, buffers: ownBuffers(drafts, drafts[id]!) }
  })
  return {
    raw: explain,
    root: nodes[0]!,
    nodes,
    isAnalyzed: nodes[0]!.actual !== null,
    hasTimes: wholeMs !== null,
    hasBuffers: nodes.some(({ buffers }) => buffers !== null),
    planningMs: numberOf(explain['Planning Time']),
    executionMs: numberOf(explain['Execution Time']),
    triggers: listOf(explain['Triggers']).filter(isRawNode).map(triggerOf),
    jit: jitOf(explain['JIT']),
    settings: isRawNode(explain['Settings'])
      ? Object.fromEntries(Object.entries(explain['Settings']).map(([key, value]) => [key, String(value)]))
      : {},
  }
}

/** A node before its place in the whole is known. `processes` is how many ran it side by side. */
export interface Draft extends Omit<PlanNode, 'ms' | 'ownMs' | 'share' | 'buffers'> {
  readonly processes: number
}

function collect(raw: RawNode, parent: Draft | null, processes: number, drafts: Draft[]): number {
  const id = drafts.length
  const { operation, target } = labelOf(raw)
  const actual = actualOf(raw)
  const children: number[] = []
  const planRows = numberOf(raw['Plan Rows'])
  const draft: Draft = {
    id,
    raw,
    type: textOf(raw['Node Type']) ?? '?',
    operation,
    target,
    depth: parent === null ? 0 : parent.depth + 1,
    parent: parent?.id ?? null,
    children,
    subplan: textOf(raw['Subplan Name']),
    planRows,
    totalCost: numberOf(raw['Total Cost']),
    actual,
    isNeverExecuted: actual?.loops === 0,
    misestimate: misestimateOf(planRows, actual),
    removedRows: removedOf(raw, actual),
    spilledKb: spilledOf(raw),
    processes: Math.max(1, processes),
  }
  drafts.push(draft)
  for (const child of childrenOf(raw)) {
    // all processes run what is below a Gather once each: its leader, too, unless that is switched off
    const below = draft.type.startsWith('Gather') ? (numberOf(child['Actual Loops']) ?? 1) : processes
    children.push(collect(child, draft, below, drafts))
  }
  return id
}

function actualOf(raw: RawNode): PlanActual | null {
  const loops = numberOf(raw['Actual Loops'])
  return loops === null ? null : { loops, rows: numberOf(raw['Actual Rows']) ?? 0, totalMs: numberOf(raw['Actual Total Time']) }
}

function misestimateOf(planned: number | null, actual: PlanActual | null): Misestimate | null {
  if (planned === null || actual === null || actual.loops === 0) return null
  // none is as good as one: the planner never says less
  const [expected, came] = [Math.max(1, planned), Math.max(1, actual.rows)]
  return came >= expected ? { factor: came / expected, direction: 'under' } : { factor: expected / came, direction: 'over' }
}

const removals = ['Rows Removed by Filter', 'Rows Removed by Join Filter', 'Rows Removed by Index Recheck']

function removedOf(raw: RawNode, actual: PlanActual | null): number {
  return removals.reduce((sum, key) => sum + (numberOf(raw[key]) ?? 0), 0) * (actual?.loops ?? 0)
}

function spilledOf(raw: RawNode): number {
  const workers = listOf(raw['Workers']).filter(isRawNode)
  return [raw, ...workers].reduce((sum, of) => {
    const sorted = of['Sort Space Type'] === 'Disk' ? (numberOf(of['Sort Space Used']) ?? 0) : 0
    const stored = of['Storage'] === 'Disk' ? (numberOf(of['Maximum Storage']) ?? 0) : 0
    const groups = ['Full-sort Groups', 'Pre-sorted Groups'].map((key) => of[key]).filter(isRawNode)
    const peaks = groups.map((group) => group['Sort Space Disk']).filter(isRawNode)
    const incremental = peaks.reduce((total, peak) => total + (numberOf(peak['Peak Sort Space Used']) ?? 0), 0)
    return sum + sorted + stored + incremental + (numberOf(of['Disk Usage']) ?? 0)
  }, 0)
}

const blockKeys = {
  hit: ['Shared Hit Blocks', 'Local Hit Blocks'],
  read: ['Shared Read Blocks', 'Local Read Blocks'],
  dirtied: ['Shared Dirtied Blocks', 'Local Dirtied Blocks'],
  written: ['Shared Written Blocks', 'Local Written Blocks'],
  tempRead: ['Temp Read Blocks'],
  tempWritten: ['Temp Written Blocks'],
} as const

/** Postgres counts a node's blocks with those of what is below it. */
function ownBuffers(drafts: readonly Draft[], draft: Draft): PlanBuffers | null {
  const known = drafts.some(({ raw }) => Object.values(blockKeys).some((keys) => keys.some((key) => key in raw)))
  if (!known) return null
  const count = (keys: readonly string[]): number => {
    const of = (raw: RawNode): number => keys.reduce((sum, key) => sum + (numberOf(raw[key]) ?? 0), 0)
    return Math.max(0, of(draft.raw) - draft.children.reduce((sum, child) => sum + of(drafts[child]!.raw), 0))
  }
  return {
    hit: count(blockKeys.hit),
    read: count(blockKeys.read),
    dirtied: count(blockKeys.dirtied),
    written: count(blockKeys.written),
    tempRead: count(blockKeys.tempRead),
    tempWritten: count(blockKeys.tempWritten),
  }
}

function ownCost({ totalCost, children }: Draft, drafts: readonly Draft[]): number {
  return Math.max(0, (totalCost ?? 0) - children.reduce((sum, child) => sum + (drafts[child]!.totalCost ?? 0), 0))
}

function triggerOf(raw: RawNode): PlanTrigger {
  const constraint = textOf(raw['Constraint Name'])
  return {
    name: constraint === null ? (textOf(raw['Trigger Name']) ?? '') : `constraint ${constraint}`,
    relation: textOf(raw['Relation']),
    ms: numberOf(raw['Time']),
    calls: numberOf(raw['Calls']) ?? 0,
  }
}

function jitOf(raw: RawValue | undefined): PlanJit | null {
  if (!isRawNode(raw)) return null
  const timing = isRawNode(raw['Timing']) ? raw['Timing'] : {}
  return { functions: numberOf(raw['Functions']) ?? 0, totalMs: numberOf(timing['Total']) ?? 0 }
}

const part = (own: number, whole: number): number => (whole > 0 ? own / whole : 0)
const sumOf = (values: readonly (number | null)[]): number => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
