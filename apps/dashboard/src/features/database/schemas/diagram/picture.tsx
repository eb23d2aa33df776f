import { useStore } from '@xyflow/react'
import { useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { relationLines, type PlacedTable } from '../layout/relation-path.ts'
import { tablePx } from '../layout/sizes.ts'
import type { DiagramRelation } from '../model/diagram-model.ts'
import type { TableFlowNode } from './table-node.tsx'

export interface PictureProps {
  readonly nodes: readonly TableFlowNode[]
  readonly relations: readonly DiagramRelation[]
  readonly places: ReadonlyMap<string, PlacedTable>
  /** Also draws the tables. */
  readonly isFar: boolean
}

/** Smaller text is unreadable, and names in narrower boxes are cut to nothing; in screen pixels. */
const least = { text: 9, box: 44 } as const

/**
 * Draws the lines between tables as one picture below them. Zoomed out, it also draws the tables, because too many are in view to draw as
 * elements; those stay for the pointer and the keyboard, but show nothing.
 */
export function Picture({ nodes, relations, places, isFar }: PictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [x, y, zoom] = useStore(({ transform }) => transform)
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const theme = useSyncExternalStore(followTheme, () => document.documentElement.dataset['theme'])
  const lines = useMemo(() => pathOf(relations, places), [relations, places])
  // oxlint-disable-next-line react/exhaustive-deps -- they are the theme's
  const colors = useMemo(() => colorsOf(document.documentElement), [theme])
  useLayoutEffect(() => {
    const element = canvas.current
    const pen = element?.getContext('2d')
    if (!element || !pen) return
    const { devicePixelRatio: ratio } = globalThis
    const size = [Math.round(width * ratio), Math.round(height * ratio)] as const
    if (element.width !== size[0] || element.height !== size[1]) [element.width, element.height] = size
    pen.setTransform(1, 0, 0, 1, 0, 0)
    pen.clearRect(0, 0, element.width, element.height)
    if (!isFar) drawDots(pen, { x, y, zoom, width, height, ratio }, colors.dot)
    pen.setTransform(ratio * zoom, 0, 0, ratio * zoom, ratio * x, ratio * y)
    pen.lineWidth = Math.max(1, 1 / zoom)
    pen.globalAlpha = isFar ? 0.5 : 0.7
    pen.strokeStyle = colors.line
    pen.stroke(lines)
    pen.globalAlpha = 1
    if (!isFar) return
    const inSight = nodes.flatMap(({ position, height: tall = 0, data: { table } }) => {
      const box = { left: position.x * zoom + x, top: position.y * zoom + y, width: tablePx.width * zoom, height: tall * zoom, name: table.name }
      return box.left + box.width < 0 || box.top + box.height < 0 || box.left > width || box.top > height ? [] : [box]
    })
    pen.setTransform(ratio, 0, 0, ratio, 0, 0)
    pen.lineWidth = 1
    pen.beginPath()
    for (const box of inSight) pen.rect(box.left, box.top, box.width, box.height)
    pen.fillStyle = colors.table
    pen.fill()
    pen.strokeStyle = colors.edge
    pen.stroke()
    const textPx = Math.max(least.text, 18 * zoom)
    pen.font = `500 ${textPx}px ${colors.font}`
    pen.fillStyle = colors.text
    pen.textBaseline = 'top'
    for (const box of inSight) {
      if (box.width < least.box || box.height < textPx + 2) continue
      const room = Math.floor((box.width - 6) / (textPx * 0.6))
      pen.fillText(box.name.length > room ? `${box.name.slice(0, room - 1)}…` : box.name, box.left + 3, box.top + 2)
    }
  }, [nodes, lines, x, y, zoom, width, height, colors, isFar])
  return <canvas ref={canvas} aria-hidden className="pointer-events-none absolute inset-0 -z-1 size-full" />
}

interface View {
  readonly x: number
  readonly y: number
  readonly zoom: number
  readonly width: number
  readonly height: number
  readonly ratio: number
}

/** Gap between the dots of the background, in the diagram's units; doubled if they would come too close. */
const dotGap = { units: 24, closeZoom: 0.6 } as const

/** Draws the background, which shows movement in empty areas. A separate element would be one more to draw in each frame. */
function drawDots(pen: CanvasRenderingContext2D, { x, y, zoom, width, height, ratio }: View, color: string): void {
  const gap = dotGap.units * zoom * (zoom < dotGap.closeZoom ? 2 : 1)
  const [left, top] = [((x % gap) + gap) % gap, ((y % gap) + gap) % gap]
  pen.setTransform(ratio, 0, 0, ratio, 0, 0)
  // a row of dots is one dashed line
  pen.setLineDash([1, gap - 1])
  pen.lineWidth = 1
  pen.beginPath()
  for (let row = top; row < height; row += gap) {
    pen.moveTo(left - gap, row)
    pen.lineTo(width, row)
  }
  pen.strokeStyle = color
  pen.stroke()
  pen.setLineDash([])
}

interface Colors {
  readonly line: string
  readonly dot: string
  readonly table: string
  readonly edge: string
  readonly text: string
  readonly font: string
}

function colorsOf(element: HTMLElement): Colors {
  const style = getComputedStyle(element)
  const value = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    line: value('faint'),
    dot: value('line'),
    table: value('raised'),
    edge: value('faint'),
    text: value('fg'),
    font: value('font-mono'),
  }
}

function followTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

function pathOf(relations: readonly DiagramRelation[], places: ReadonlyMap<string, PlacedTable>): Path2D {
  const paths = relations.flatMap((relation) => {
    const from = places.get(relation.from)
    const to = places.get(relation.to)
    return from === undefined || to === undefined ? [] : relationLines(relation, from, to)
  })
  return new Path2D(paths.join(''))
}
