import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { rowsOut } from '../figures.ts'
import { boxHeight, boxWidth, layoutPlan } from '../model/layout.ts'
import type { Plan } from '../model/plan.ts'
import { NodeBox } from './node-box.tsx'

export interface PlanPictureProps {
  readonly plan: Plan
  readonly label: string
  readonly chosen: number
  readonly onChoose: (id: number) => void
}

/** Minimum size of a box: smaller ones aren't readable, so the picture scrolls instead. */
const smallestScale = 0.62

/** The plan as a tree, the root above. Arrow keys go to the parent, to the first child and to the node beside. */
export function PlanPicture({ plan, label, chosen, onChoose }: PlanPictureProps) {
  const layout = useMemo(() => layoutPlan(plan), [plan])
  const place = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  useEffect(() => {
    const element = place.current!
    const watch = new ResizeObserver(() => setRoom(element.clientWidth))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  const padding = 16
  const scale = room === 0 ? 1 : Math.min(1, Math.max(smallestScale, (room - 2 * padding) / layout.width))
  const width = layout.width * scale + 2 * padding
  const focus = (id: number) => place.current?.querySelector<HTMLElement>(`[data-node="${id}"]`)?.focus()

  const onKeyDown = (event: KeyboardEvent) => {
    const node = plan.nodes[chosen]!
    const beside = layout.boxes.filter(({ y }) => y === layout.boxes[chosen]!.y).sort((a, b) => a.x - b.x)
    const at = beside.findIndex(({ id }) => id === chosen)
    const next = {
      ArrowUp: node.parent,
      ArrowDown: node.children[0],
      ArrowLeft: beside[at - 1]?.id,
      ArrowRight: beside[at + 1]?.id,
      Home: 0,
      End: plan.nodes.length - 1,
    }[event.key]
    if (next === undefined || next === null) return
    event.preventDefault()
    focus(next)
  }

  useEffect(() => {
    // the root is in the middle of a tree that is wider than its place
    const element = place.current!
    element.scrollLeft = (width - element.clientWidth) / 2
  }, [width])

  return (
    <div ref={place} className="overflow-x-auto bg-canvas">
      <div style={{ width, height: layout.height * scale + 2 * padding }} className="relative mx-auto">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/interactive-supports-focus -- its items have the focus */}
        <div
          role="tree"
          aria-label={label}
          onKeyDown={onKeyDown}
          style={{ left: padding, top: padding, width: layout.width, height: layout.height, transform: `scale(${scale})` }}
          className="absolute origin-top-left"
        >
          <svg aria-hidden width={layout.width} height={layout.height} className="absolute inset-0 overflow-visible text-strong">
            {plan.nodes.map((node) => {
              if (node.parent === null) return null
              const from = layout.boxes[node.id]!
              const to = layout.boxes[node.parent]!
              const [x1, y1, x2, y2] = [from.x + boxWidth / 2, from.y, to.x + boxWidth / 2, to.y + boxHeight]
              const middle = (y1 + y2) / 2
              return (
                <path
                  key={node.id}
                  d={`M${x1},${y1} C${x1},${middle} ${x2},${middle} ${x2},${y2}`}
                  fill="none"
                  stroke="var(--line-strong)"
                  strokeWidth={strokeOf(rowsOut(node))}
                  strokeDasharray={node.subplan === null ? undefined : '4 4'}
                  strokeOpacity={0.85}
                />
              )
            })}
          </svg>
          {layout.boxes.map(({ id, x, y }) => (
            <NodeBox key={id} plan={plan} node={plan.nodes[id]!} x={x} y={y} isChosen={id === chosen} isStop={id === chosen} onChoose={onChoose} />
          ))}
        </div>
      </div>
    </div>
  )
}

/** As thick as rows are many: a pixel and a half more for each ten times. */
function strokeOf(rows: number): number {
  return 1 + 1.5 * Math.log10(Math.max(1, rows))
}
