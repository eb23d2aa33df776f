import { textOf } from './explain-json.ts'
import type { Plan, PlanNode } from './plan.ts'

/** A node of the plan before and the one that does its work in the plan after; null where there is none. */
export interface NodePair {
  readonly before: PlanNode | null
  readonly after: PlanNode | null
}

/** Which nodes of two plans of (nearly) the same statement belong together: by what they do on what, and where they stand. In the order of the plan after. */
export function matchPlans(before: Plan, after: Plan): readonly NodePair[] {
  const pairs: NodePair[] = []
  const walk = (a: PlanNode | null, b: PlanNode | null): void => {
    pairs.push({ before: a, after: b })
    const left = (a?.children ?? []).map((id) => before.nodes[id]!)
    const right = (b?.children ?? []).map((id) => after.nodes[id]!)
    const taken = new Set<PlanNode>()
    const partners = new Map<PlanNode, PlanNode>()
    for (const isAlike of [isSame, isSameSource, isSameSubplan]) {
      for (const node of right) {
        if (partners.has(node)) continue
        const partner = left.find((candidate) => !taken.has(candidate) && isAlike(candidate, node))
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

const isSame = (a: PlanNode, b: PlanNode): boolean => a.type === b.type && a.target === b.target && a.subplan === b.subplan
const isSameSource = (a: PlanNode, b: PlanNode): boolean => sourceOf(a) !== null && sourceOf(a) === sourceOf(b)
const isSameSubplan = (a: PlanNode, b: PlanNode): boolean => a.type === b.type && a.subplan === b.subplan

const sourceOf = ({ raw }: PlanNode): string | null => {
  const relation = textOf(raw['Relation Name']) ?? textOf(raw['CTE Name']) ?? textOf(raw['Function Name'])
  return relation === null ? null : `${relation} ${textOf(raw['Alias']) ?? ''}`
}

/** Figures of a plan as a whole; null where EXPLAIN did not tell. */
export interface PlanFigures {
  readonly executionMs: number | null
  readonly planningMs: number | null
  readonly cost: number | null
  readonly hit: number | null
  readonly read: number | null
  readonly temp: number | null
  readonly spilledKb: number
}

export function figuresOf(plan: Plan): PlanFigures {
  const buffers = (pick: (node: NonNullable<PlanNode['buffers']>) => number): number | null =>
    plan.hasBuffers ? plan.nodes.reduce((sum, node) => sum + (node.buffers === null ? 0 : pick(node.buffers)), 0) : null
  return {
    executionMs: plan.executionMs ?? plan.root.ms,
    planningMs: plan.planningMs,
    cost: plan.root.totalCost,
    hit: buffers(({ hit }) => hit),
    read: buffers(({ read }) => read),
    temp: buffers(({ tempRead, tempWritten }) => tempRead + tempWritten),
    spilledKb: plan.nodes.reduce((sum, node) => sum + node.spilledKb, 0),
  }
}
