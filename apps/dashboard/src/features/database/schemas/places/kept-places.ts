import type { DiagramPlace } from '@colonnade/contracts/data/diagrams'
import type { Places } from '../layout/lay-out.ts'
import { boxAround, tableHeight, tablePx, type Place } from '../layout/sizes.ts'
import type { DiagramNode } from '../model/diagram-model.ts'

/** Gap between placed tables and later ones. */
const gapPx = 96

/** Returns the positions of tables: saved ones, and the others below them as laid out. */
export function withKept(nodes: readonly DiagramNode[], places: Places, kept: readonly DiagramPlace[]): Places {
  if (kept.length === 0) return places
  const byName = new Map(kept.map(({ table_schema, table, x, y }) => [nameKey(table_schema, table), { x, y }]))
  const put = new Map<string, Place>()
  for (const { id, schema, name } of nodes) {
    const place = byName.get(nameKey(schema, name))
    if (place !== undefined) put.set(id, place)
  }
  const boxOf = (which: (id: string) => Place | undefined) =>
    boxAround(
      nodes.flatMap((node) => {
        const place = which(node.id)
        return place === undefined ? [] : [{ ...place, width: tablePx.width, height: tableHeight(node, false) }]
      }),
    )
  const old = boxOf((id) => put.get(id))
  const fresh = boxOf((id) => (put.has(id) ? undefined : places.get(id)))
  if (old === null || fresh === null) return old === null ? places : put
  const [right, down] = [old.x - fresh.x, old.y + old.height + gapPx - fresh.y]
  return new Map(
    nodes.map(({ id }) => {
      const { x, y } = places.get(id) ?? { x: 0, y: 0 }
      return [id, put.get(id) ?? { x: x + right, y: y + down }]
    }),
  )
}

/** Returns positions to save, by name, so that a re-created table keeps its old one. */
export function toKept(nodes: readonly DiagramNode[], places: Places): DiagramPlace[] {
  return nodes.flatMap(({ id, schema, name }) => {
    const place = places.get(id)
    return place === undefined ? [] : [{ table_schema: schema, table: name, x: place.x, y: place.y }]
  })
}

/** Returns the saved positions after some tables moved. */
export function mergeKept(kept: readonly DiagramPlace[], moved: readonly DiagramPlace[]): DiagramPlace[] {
  const byName = new Map([...kept, ...moved].map((place) => [nameKey(place.table_schema, place.table), place]))
  return [...byName.values()]
}

const nameKey = (schema: string, table: string): string => JSON.stringify([schema, table])
