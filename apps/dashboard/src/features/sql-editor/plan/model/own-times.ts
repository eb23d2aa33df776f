import { type RawNode, textOf } from './explain-json.ts'

interface Timed {
  readonly id: number
  readonly raw: RawNode
  readonly type: string
  readonly parent: number | null
  readonly children: readonly number[]
  readonly subplan: string | null
  readonly actual: { readonly loops: number; readonly totalMs: number | null } | null
  readonly processes: number
}

/**
 * Milliseconds of each node with what is below it, and without. Postgres gives the time of one loop on average: times loops, over the
 * processes that ran side by side, is the time that passed. What an InitPlan or a CTE took is part of the time of the node that first asked for it, which
 * is not the node that it hangs on: it is taken from there.
 */
export function ownTimes(nodes: readonly Timed[]): { readonly ms: readonly (number | null)[]; readonly ownMs: readonly (number | null)[] } {
  const ms = nodes.map(({ actual, processes }) =>
    actual === null || (actual.totalMs === null && actual.loops > 0)
      ? null
      : ((actual.totalMs ?? 0) * actual.loops) / Math.max(1, Math.min(actual.loops, processes)),
  )
  const own = [...ms]
  const take = (from: number, amount: number): void => {
    const had = own[from]
    if (had !== null && had !== undefined) own[from] = had - amount
  }
  for (const node of nodes) {
    const took = ms[node.id]
    if (node.parent === null || took === null || took === undefined) continue
    const users = node.subplan === null ? [] : usersOf(node, nodes)
    const known = users.reduce((sum, user) => sum + (own[user] ?? 0), 0)
    if (users.length === 0 || known <= 0) take(node.parent, took)
    else for (const user of users) take(user, (took * Math.max(0, own[user] ?? 0)) / known)
  }
  return { ms, ownMs: own.map((value) => (value === null ? null : Math.max(0, value))) }
}

/** The nodes that read a CTE, or whose conditions name an InitPlan. */
function usersOf(plan: Timed, nodes: readonly Timed[]): number[] {
  const subplan = plan.subplan!
  if (subplan.startsWith('CTE ')) {
    const name = subplan.slice(4)
    return nodes.filter(({ type, raw }) => type === 'CTE Scan' && raw['CTE Name'] === name).map(({ id }) => id)
  }
  if (!subplan.startsWith('InitPlan')) return []
  // "(InitPlan 1).col1" since version 17; "$0" of "InitPlan 1 (returns $0)" before
  const names = [subplan.replace(/ \(.*/, ''), ...[...subplan.matchAll(/\$\d+/g)].map(([name]) => name)]
  const patterns = names.map((name) => new RegExp(`${name.replace('$', '\\$')}(?!\\d)`))
  const user = nodes.find(({ id, raw }) => id !== plan.id && mentions(raw, patterns))
  return user === undefined ? [] : [user.id]
}

function mentions(raw: RawNode, patterns: readonly RegExp[]): boolean {
  return Object.entries(raw).some(([key, value]) => {
    const text = key === 'Subplan Name' ? null : textOf(value)
    return text !== null && patterns.some((pattern) => pattern.test(text))
  })
}
