import type { DiagramNode } from '../model/diagram-model.ts'

/** Sizes of a table in the diagram's units: pixels at 100% zoom. */
export const tablePx = { width: 264, head: 36, row: 22, foot: 4 } as const

/** Returns a table's height; folded, only its header's. */
export function tableHeight({ columns }: Pick<DiagramNode, 'columns'>, isFolded: boolean): number {
  return isFolded || columns.length === 0 ? tablePx.head : tablePx.head + columns.length * tablePx.row + tablePx.foot
}

export interface Place {
  readonly x: number
  readonly y: number
}

export interface Box extends Place {
  readonly width: number
  readonly height: number
}

/** Returns the smallest box around others; null around none. */
export function boxAround(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  }
}
