import type { Plan } from './plan.ts'

/** Where a node's box stands, in pixels from the left upper corner of the picture. */
export interface Box {
  readonly id: number
  readonly x: number
  readonly y: number
}

export interface PlanLayout {
  readonly boxes: readonly Box[]
  readonly width: number
  readonly height: number
}

export const boxWidth = 240
export const boxHeight = 62
const gapX = 20
const gapY = 30

/**
 * A tidy tree from the root down: a parent stands over the middle of its children, subtrees stand as close as their outlines allow, and siblings keep
 * their order. (After E. Reingold and J. Tilford, Tidier drawings of trees, 1981.)
 */
export function layoutPlan({ nodes }: Pick<Plan, 'nodes'>): PlanLayout {
  const shift = nodes.map(() => 0)
  /** The left and right edge of a subtree at each depth below its root, from its root's own place. */
  const outline = (id: number): { left: number[]; right: number[] } => {
    const { children } = nodes[id]!
    const merged: { left: number[]; right: number[] } = { left: [], right: [] }
    for (const child of children) {
      const own = outline(child)
      const push = own.left.reduce(
        (most, left, depth) => Math.max(most, (merged.right[depth] ?? Number.NEGATIVE_INFINITY) + boxWidth + gapX - left),
        0,
      )
      shift[child] = push
      for (const [depth, left] of own.left.entries()) {
        merged.left[depth] ??= left + push
        merged.right[depth] = own.right[depth]! + push
      }
    }
    const middle = children.length === 0 ? 0 : (shift[children[0]!]! + shift[children.at(-1)!]!) / 2
    for (const child of children) shift[child]! -= middle
    return { left: [0, ...merged.left.map((x) => x - middle)], right: [0, ...merged.right.map((x) => x - middle)] }
  }
  const whole = outline(0)
  const start = Math.max(0, -Math.min(...whole.left))
  const xs: number[] = []
  const boxes = nodes.map(({ id, parent, depth }) => {
    xs[id] = parent === null ? start : xs[parent]! + shift[id]!
    return { id, x: xs[id], y: depth * (boxHeight + gapY) }
  })
  return {
    boxes,
    width: Math.max(...boxes.map(({ x }) => x)) + boxWidth,
    height: Math.max(...boxes.map(({ y }) => y)) + boxHeight,
  }
}
