/** A node of EXPLAIN (format json), as far as it is looked at. */
interface PlanNode {
  readonly 'Node Type': string
  readonly 'Total Cost': number
  readonly 'Index Cond'?: string
  readonly Plans?: readonly PlanNode[]
}

/** In the planner's units: 100,000 narrow rows are read for so much. */
const smallCost = 1_500
/** A page for which a larger part of a scan must be paid for reads a large part of the table. */
const largePart = 0.05

/** Whether a page of rows is found by walking through a large part of a table, by the plan that EXPLAIN (format json) gave. */
export function scansMuch(json: string): boolean {
  const [first] = JSON.parse(json) as readonly { readonly Plan: PlanNode }[]
  if (first === undefined) return false
  const scanned = nodesOf(first.Plan)
    .filter(isWholeScan)
    .reduce((cost, node) => cost + node['Total Cost'], 0)
  const cost = first.Plan['Total Cost']
  return scanned > 0 && cost >= smallCost && cost >= scanned * largePart
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

/** From end to end: also an index that is walked only for its order. */
function isWholeScan(node: PlanNode): boolean {
  const type = node['Node Type']
  return type === 'Seq Scan' || ((type === 'Index Scan' || type === 'Index Only Scan') && node['Index Cond'] === undefined)
}
