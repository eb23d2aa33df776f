import type { DiagramRelation } from '../model/diagram-model.ts'
import { tablePx, type Place } from './sizes.ts'

/** A table with its position. */
export interface PlacedTable extends Place {
  readonly isFolded: boolean
}

/** Length of a line before it bends, and of a mark. */
const markPx = 12
const bendPx = { least: 28, most: 140 }

/**
 * Returns the paths of a relation's lines, one per pair of columns, or one if columns are hidden. Marks at the ends show the cardinality: a
 * crow's foot for many, a bar for one, a circle for optional.
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

/** Returns the center of a column's row, or of the header without one. */
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
  // towards each other, or both to the right if one is above the other
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
