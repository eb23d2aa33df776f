import type { DiagramModel } from './diagram-model.ts'

export type Grouping = 'none' | 'related' | 'name'

/** Tables placed together. */
export interface TableGroup {
  /** Null for the tables in no group. */
  readonly label: string | null
  readonly ids: readonly string[]
}

/** Most tables in a group by relation: as many as are easy to take in and to lay out. */
export const clusterTables = 16

interface Graph {
  readonly nodes: readonly { readonly id: string }[]
  readonly relations: readonly { readonly from: string; readonly to: string }[]
}

/** Groups the tables of a diagram: closely related ones, or those with the same first word. */
export function groupTables(graph: Pick<DiagramModel, 'nodes' | 'relations'>, grouping: Grouping): readonly TableGroup[] {
  if (grouping === 'name') return groupsByName(graph)
  if (grouping === 'none') return [{ label: null, ids: graph.nodes.map(({ id }) => id) }]
  const degree = degreeOf(graph)
  const names = new Map(graph.nodes.map(({ id, name }) => [id, name]))
  const clusters = clustersOf(graph)
  const single = clusters.filter(({ length }) => length === 1).flat()
  return [
    ...clusters
      .filter(({ length }) => length > 1)
      .map((ids) => ({ label: names.get(ids.toSorted((a, b) => (degree.get(b) ?? 0) - (degree.get(a) ?? 0))[0]!)!, ids })),
    ...(single.length > 0 ? [{ label: null, ids: single }] : []),
  ]
}

/**
 * Groups closely related tables, at most `clusterTables` each. Relations between tables with few others join first, so that tables everything
 * refers to don't join all into one group. Connected groups follow one another, the largest set of them first.
 */
export function clustersOf({ nodes, relations }: Graph): string[][] {
  const known = new Set(nodes.map(({ id }) => id))
  const inside = relations.filter(({ from, to }) => from !== to && known.has(from) && known.has(to))
  const degree = degreeOf({ relations: inside })
  const weight = ({ from, to }: { readonly from: string; readonly to: string }) => (degree.get(from) ?? 0) + (degree.get(to) ?? 0)
  const near = joining([...known], clusterTables)
  const all = joining([...known], Infinity)
  for (const relation of inside.toSorted((a, b) => weight(a) - weight(b))) {
    near.join(relation.from, relation.to)
    all.join(relation.from, relation.to)
  }
  const clusters = near.sets()
  const rank = new Map(
    all
      .sets()
      .toSorted((a, b) => b.length - a.length)
      .map((ids, index) => [all.rootOf(ids[0]!), index]),
  )
  return clusters.toSorted((a, b) => rank.get(all.rootOf(a[0]!))! - rank.get(all.rootOf(b[0]!))! || b.length - a.length)
}

function degreeOf({ relations }: Pick<Graph, 'relations'>): Map<string, number> {
  const degree = new Map<string, number>()
  for (const { from, to } of relations) for (const id of [from, to]) degree.set(id, (degree.get(id) ?? 0) + 1)
  return degree
}

/** Joins sets, up to a size. */
function joining(ids: readonly string[], maxSize: number) {
  const parents = new Map(ids.map((id) => [id, id]))
  const sizes = new Map(ids.map((id) => [id, 1]))
  const rootOf = (id: string): string => {
    let root = id
    while (parents.get(root) !== root) root = parents.get(root)!
    // shortens the path for the next time
    for (let at = id; at !== root;) {
      const next = parents.get(at)!
      parents.set(at, root)
      at = next
    }
    return root
  }
  return {
    rootOf,
    join(one: string, other: string): void {
      const [a, b] = [rootOf(one), rootOf(other)]
      const size = sizes.get(a)! + sizes.get(b)!
      if (a === b || size > maxSize) return
      parents.set(b, a)
      sizes.set(a, size)
    },
    sets(): string[][] {
      const found = new Map<string, string[]>()
      for (const id of ids) {
        const root = rootOf(id)
        const set = found.get(root)
        if (set === undefined) found.set(root, [id])
        else set.push(id)
      }
      return [...found.values()]
    },
  }
}

/** Groups tables by the first word of their names, "order_lines" with "orders" and "order". A word of only one table makes no group. */
function groupsByName({ nodes }: Pick<DiagramModel, 'nodes'>): readonly TableGroup[] {
  const found = new Map<string, string[]>()
  for (const { id, name, type, schema } of nodes) {
    const word = type === 'elsewhere' ? `${schema}.` : firstWord(name)
    const ids = found.get(word)
    if (ids === undefined) found.set(word, [id])
    else ids.push(id)
  }
  const shared = [...found].filter(([, ids]) => ids.length > 1).map(([label, ids]) => ({ label, ids }))
  const rest = [...found.values()].filter(({ length }) => length === 1).flat()
  return [...shared.toSorted((a, b) => b.ids.length - a.ids.length), ...(rest.length > 0 ? [{ label: null, ids: rest }] : [])]
}

function firstWord(name: string): string {
  const word = /^[^_\-. ]+/.exec(name)?.[0] ?? name
  const lower = word.replace(/(?<=[a-z0-9])[A-Z].*$/, '').toLowerCase()
  // many table names are plurals: singulars and plurals belong together
  return lower.length > 3 && lower.endsWith('s') && !lower.endsWith('ss') ? lower.slice(0, -1) : lower
}
