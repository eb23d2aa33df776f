import type { DiagramRelation } from '../model/diagram-model.ts'
import { tablePx, type Place } from './sizes.ts'

/** A table where it is drawn. */
export interface PlacedTable extends Place {
  readonly isFolded: boolean
}

/** How far a line goes straight before it bends, and a mark reaches from a table. */
const markPx = 12
const bendPx = { least: 28, most: 140 }

/**
 * The paths of a relation's lines, one for each pair of its columns; one alone where the columns are not shown. Marks at their ends tell how
 * many rows go together: a crow's foot for many, a bar for one, a circle where there may be none.
 */
export function relationLines(
  relation: Pick<DiagramRelation, 'from' | 'to' | 'fromColumns' | 'toColumns' | 'isUnique' | 'isOptional'>,
  from: PlacedTable,
  to: PlacedTable,
): string[] {
  const pairs = relation.fromColumns.map((column, index) => [rowY(from, column), rowY(to, relation.toColumns[index] ?? -1)] as const)
  const seen = new Set<string>()
  return pairs.flatMap(([start, end]) => {
    const key = `${start} ${end}`
    if (seen.has(key)) return []
    seen.add(key)
    return [line(relation, from, to, start, end)]
  })
}

/** The middle of a column's row; of the head where there is none. */
function rowY({ y, isFolded }: PlacedTable, column: number): number {
  return isFolded || column < 0 ? y + tablePx.head / 2 : y + tablePx.head + (column + 0.5) * tablePx.row
}

function line(
  { from: fromId, to: toId, isUnique, isOptional }: Pick<DiagramRelation, 'from' | 'to' | 'isUnique' | 'isOptional'>,
  from: Place,
  to: Place,
  startY: number,
  endY: number,
): string {
  // towards one another, or both to the right where one stands above the other
  const startSide = fromId !== toId && to.x + tablePx.width + 2 * markPx <= from.x ? -1 : 1
  const endSide = fromId !== toId && from.x + tablePx.width + 2 * markPx <= to.x ? -1 : 1
  const startX = from.x + (startSide === 1 ? tablePx.width : 0)
  const endX = to.x + (endSide === 1 ? tablePx.width : 0)
  const bend = Math.min(bendPx.most, Math.max(bendPx.least, Math.abs(endX - startX) / 2))
  const [x1, x2] = [startX + startSide * markPx, endX + endSide * markPx]
  const [c1, c2] = [x1 + startSide * bend, x2 + endSide * bend]
  return [
    `M${startX} ${startY}H${x1}C${c1} ${startY} ${c2} ${endY} ${x2} ${endY}H${endX}`,
    isUnique ? bar(startX + startSide * 7, startY) : `M${startX} ${startY - 5}L${x1} ${startY}L${startX} ${startY + 5}`,
    bar(endX + endSide * 5, endY),
    isOptional ? circle(endX + endSide * 10, endY) : '',
  ].join('')
}

const bar = (x: number, y: number): string => `M${x} ${y - 5}V${y + 5}`
const circle = (x: number, y: number): string => `M${x - 3} ${y}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0`
