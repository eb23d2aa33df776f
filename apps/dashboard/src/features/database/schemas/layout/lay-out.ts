import { Graph, layout } from '@dagrejs/dagre'
import { clustersOf } from '../model/groups.ts'
import type { Place } from './sizes.ts'

export interface LayoutRequest {
  readonly nodes: readonly { readonly id: string; readonly width: number; readonly height: number }[]
  /** `to` is the referenced table. */
  readonly relations: readonly { readonly from: string; readonly to: string }[]
  /** Ids by group; each table is in one. */
  readonly groups: readonly (readonly string[])[]
}

/** Positions by id. */
export type Places = ReadonlyMap<string, Place>

const gaps = { table: 32, rank: 104, cluster: 72, group: 120 } as const
/** Width to height of the diagram, about that of a screen. */
const aspect = 1.6

interface Block {
  readonly width: number
  readonly height: number
  readonly places: ReadonlyMap<string, Place>
}

/**
 * Returns a position for each table, without overlaps. Closely related tables are layered, referenced ones on the left; these clusters, then
 * the groups, are set in lines like words.
 */
export function layOut({ nodes, relations, groups }: LayoutRequest): Places {
  const sizes = new Map(nodes.map((node) => [node.id, node]))
  const blocks = groups.map((ids) => {
    const members = ids.flatMap((id) => sizes.get(id) ?? [])
    const own = new Set(ids)
    const inside = relations.filter(({ from, to }) => from !== to && own.has(from) && own.has(to))
    return groupBlock(members, inside)
  })
  return inLines(blocks, gaps.group).places
}

type Node = LayoutRequest['nodes'][number]
type Relation = LayoutRequest['relations'][number]

function groupBlock(members: readonly Node[], relations: readonly Relation[]): Block {
  const byId = new Map(members.map((node) => [node.id, node]))
  const clusters = clustersOf({ nodes: members, relations })
  const single = clusters.filter(({ length }) => length === 1).map(([id]) => byId.get(id!)!)
  const blocks = clusters
    .filter(({ length }) => length > 1)
    .map((ids) => {
      const own = new Set(ids)
      return layered(
        ids.map((id) => byId.get(id)!),
        relations.filter(({ from, to }) => own.has(from) && own.has(to)),
      )
    })
  return inLines([...blocks, ...(single.length > 0 ? [inColumns(single)] : [])], gaps.cluster)
}

/** Layers tables, referenced ones on the left. */
function layered(members: readonly Node[], relations: readonly Relation[]): Block {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: gaps.table, ranksep: gaps.rank })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id, width, height } of members) graph.setNode(id, { width, height })
  for (const { from, to } of relations) graph.setEdge(to, from)
  layout(graph)
  const corners = members.map(({ id, width, height }) => {
    // dagre returns centers
    const { x = 0, y = 0 } = graph.node(id) as Partial<Place>
    return { id, x: x - width / 2, y: y - height / 2, width, height }
  })
  return blockOf(corners)
}

/** Sets unrelated tables in columns of about the same height. */
function inColumns(members: readonly Node[]): Block {
  const width = Math.max(...members.map((node) => node.width)) + gaps.table
  const area = members.reduce((sum, { height }) => sum + (height + gaps.table) * width, 0)
  const count = Math.max(1, Math.min(members.length, Math.round(Math.sqrt(area * aspect) / width)))
  const ends: number[] = Array.from({ length: count }, () => 0)
  return blockOf(
    members.map((node) => {
      const column = ends.indexOf(Math.min(...ends))
      const y = ends[column]!
      ends[column] = y + node.height + gaps.table
      return { ...node, x: column * width, y }
    }),
  )
}

/** Sets blocks in lines from left to right, with about a screen's aspect ratio. */
function inLines(blocks: readonly Block[], gap: number): Block {
  const area = blocks.reduce((sum, { width, height }) => sum + (width + gap) * (height + gap), 0)
  const lineWidth = Math.max(Math.sqrt(area * aspect), ...blocks.map(({ width }) => width))
  const places = new Map<string, Place>()
  let [x, y, lineHeight, width] = [0, 0, 0, 0]
  for (const block of blocks) {
    if (x > 0 && x + block.width > lineWidth) {
      y += lineHeight + gap
      x = 0
      lineHeight = 0
    }
    for (const [id, place] of block.places) places.set(id, { x: x + place.x, y: y + place.y })
    width = Math.max(width, x + block.width)
    x += block.width + gap
    lineHeight = Math.max(lineHeight, block.height)
  }
  return { width, height: y + lineHeight, places }
}

function blockOf(boxes: readonly (Node & Place)[]): Block {
  const left = Math.min(...boxes.map(({ x }) => x))
  const top = Math.min(...boxes.map(({ y }) => y))
  return {
    // whole pixels keep text sharp
    width: Math.ceil(Math.max(...boxes.map(({ x, width }) => x + width)) - left),
    height: Math.ceil(Math.max(...boxes.map(({ y, height }) => y + height)) - top),
    places: new Map(boxes.map(({ id, x, y }) => [id, { x: Math.round(x - left), y: Math.round(y - top) }])),
  }
}
