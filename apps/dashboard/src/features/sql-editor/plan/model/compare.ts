import { textOf } from './explain-json.ts'
import type { Plan, PlanNode } from './plan.ts'

/** A node of the plan before and the one that does its work in the plan after; null where there is none. */
export interface NodePair {
  readonly before: PlanNode | null
  readonly after: PlanNode | null
}

/**
 * Matches the nodes of two plans of (nearly) the same statement by their work and position. A node that was added or removed has no partner.
 * In the order of the plan after.
 */
export function matchPlans(before: Plan, after: Plan): readonly NodePair[] {
  const pairs: NodePair[] = []
  const [readBefore, readAfter] = [sourcesOf(before), sourcesOf(after)]
  const readsSame = (a: PlanNode, b: PlanNode): boolean => a.subplan === b.subplan && readBefore[a.id] !== '' && readBefore[a.id] === readAfter[b.id]
  const ways = [(a: PlanNode, b: PlanNode) => readsSame(a, b) && isAlike(a, b), readsSame, isSameSubplan]
  const walk = (a: PlanNode | null, b: PlanNode | null): void => {
    if (a !== null && b !== null && !isAlike(a, b)) {
      if (inputsOf(after, b).some((input) => isAlike(a, input))) {
        pairs.push({ before: null, after: b })
        return walk(a, after.nodes[b.children[0]!]!)
      }
      if (inputsOf(before, a).some((input) => isAlike(input, b))) {
        pairs.push({ before: a, after: null })
        return walk(before.nodes[a.children[0]!]!, b)
      }
    }
    pairs.push({ before: a, after: b })
    const left = (a?.children ?? []).map((id) => before.nodes[id]!)
    const right = (b?.children ?? []).map((id) => after.nodes[id]!)
    const taken = new Set<PlanNode>()
    const partners = new Map<PlanNode, PlanNode>()
    for (const belong of ways) {
      for (const node of right) {
        if (partners.has(node)) continue
        const partner = left.find((candidate) => !taken.has(candidate) && belong(candidate, node))
        if (partner === undefined) continue
        taken.add(partner)
        partners.set(node, partner)
      }
    }
    const rest = left.filter((node) => !taken.has(node))
    for (const node of right) walk(partners.get(node) ?? rest.shift() ?? null, node)
    for (const node of rest) walk(node, null)
  }
  walk(before.root, after.root)
  return pairs
}

const joins: ReadonlySet<string> = new Set(['Nested Loop', 'Hash Join', 'Merge Join'])

/** Does the same work, if in another way. */
function isAlike(a: PlanNode, b: PlanNode): boolean {
  const [first, second] = [sourceOf(a), sourceOf(b)]
  if (first !== null || second !== null) return first === second
  return a.type === b.type || (joins.has(a.type) && joins.has(b.type))
}

const isSameSubplan = (a: PlanNode, b: PlanNode): boolean => a.type === b.type && a.subplan === b.subplan

/** Those below it whose rows it passes on, one after the other: a sort's, a hash's, and theirs. */
function inputsOf(plan: Plan, { children }: PlanNode): readonly PlanNode[] {
  const [only, another] = children.map((id) => plan.nodes[id]!)
  return only === undefined || another !== undefined || only.subplan !== null ? [] : [only, ...inputsOf(plan, only)]
}

/** What each node reads, with all below it, as one text; by the nodes' ids. */
function sourcesOf({ nodes }: Plan): readonly string[] {
  const lists: string[][] = []
  // each comes before those below it
  for (const node of nodes.toReversed()) lists[node.id] = [sourceOf(node) ?? [], ...node.children.map((id) => lists[id]!)].flat().sort()
  return lists.map((list) => list.join('\n'))
}

const sourceOf = ({ raw }: PlanNode): string | null => {
  const relation = textOf(raw['Relation Name']) ?? textOf(raw['CTE Name']) ?? textOf(raw['Function Name'])
  return relation === null ? null : `${relation} ${textOf(raw['Alias']) ?? ''}`
}

/** Totals of a plan; null where EXPLAIN has no value or nothing ran, because its zeros were not measured then. */
export interface PlanFigures {
  readonly executionMs: number | null
  readonly planningMs: number | null
  readonly cost: number | null
  readonly hit: number | null
  readonly read: number | null
  readonly temp: number | null
  readonly spilledKb: number | null
}

export function figuresOf(plan: Plan): PlanFigures {
  const buffers = (pick: (node: NonNullable<PlanNode['buffers']>) => number): number | null =>
    plan.isAnalyzed && plan.hasBuffers ? plan.nodes.reduce((sum, node) => sum + (node.buffers === null ? 0 : pick(node.buffers)), 0) : null
  return {
    executionMs: plan.executionMs ?? plan.root.ms,
    planningMs: plan.planningMs,
    cost: plan.root.totalCost,
    hit: buffers(({ hit }) => hit),
    read: buffers(({ read }) => read),
    temp: buffers(({ tempRead, tempWritten }) => tempRead + tempWritten),
    spilledKb: plan.isAnalyzed ? plan.nodes.reduce((sum, node) => sum + node.spilledKb, 0) : null,
  }
}
