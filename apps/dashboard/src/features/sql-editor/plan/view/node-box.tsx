import { cn } from '@colonnade/ui'
import { HardDrive, Repeat } from 'lucide-react'
import { misestimateFactor } from '../model/findings.ts'
import { boxHeight, boxWidth } from '../model/layout.ts'
import type { Plan, PlanNode } from '../model/plan.ts'
import { countText, kilobytesText, misestimateText, percentText, rowsOut, shortCount, timeText } from '../figures.ts'
import { nodeBoxText } from './messages.ts'

export interface NodeBoxProps {
  readonly plan: Plan
  readonly node: PlanNode
  readonly x: number
  readonly y: number
  readonly isChosen: boolean
  /** The one of the picture that Tab stops at. */
  readonly isStop: boolean
  readonly onChoose: (id: number) => void
}

/** One node of the picture: what it does on what, its own part of the whole as heat, and its rows. */
export function NodeBox({ plan, node, x, y, isChosen, isStop, onChoose }: NodeBoxProps) {
  const { misestimate, actual } = node
  const isOff = misestimate !== null && misestimate.factor >= misestimateFactor
  return (
    <div
      role="treeitem"
      aria-level={node.depth + 1}
      aria-selected={isChosen}
      aria-label={spoken(plan, node)}
      tabIndex={isStop ? 0 : -1}
      data-node={node.id}
      onFocus={() => onChoose(node.id)}
      style={{ left: x, top: y, width: boxWidth, height: boxHeight, ...heat(node) }}
      className={cn(
        'absolute flex cursor-default flex-col justify-between overflow-hidden rounded-md border px-2.5 pt-1.5 text-xs select-none',
        isChosen ? 'border-accent ring-1 ring-accent' : 'border-strong',
        node.isNeverExecuted && 'border-dashed opacity-60',
      )}
    >
      {node.subplan !== null && <span className="absolute top-0 right-0 rounded-bl-sm bg-selected px-1.5 text-2xs text-soft">{node.subplan}</span>}
      <span className="flex min-w-0 flex-col">
        <span className={cn('truncate font-medium text-fg', node.subplan !== null && 'pr-16')}>{node.operation}</span>
        <span className="truncate font-mono text-2xs text-soft">{node.target ?? keyOf(node)}</span>
      </span>
      <span className="flex items-center gap-2 overflow-hidden pb-1 text-2xs whitespace-nowrap text-soft tabular-nums">
        {node.isNeverExecuted ? (
          <span>{nodeBoxText.neverExecuted}</span>
        ) : (
          <>
            <span className="font-medium text-fg">{plan.hasTimes ? timeText(node.ownMs) : percentText(node.share)}</span>
            <span>
              {shortCount(rowsOut(node))} {Math.round(rowsOut(node)) === 1 ? 'row' : 'rows'}
            </span>
            {isOff && <span className="rounded-sm bg-warning-tint px-1 font-medium text-fg">{misestimateText(misestimate)}</span>}
            {actual !== null && actual.loops > 1 && (
              <span className="flex items-center gap-0.5" title={nodeBoxText.loops(countText(actual.loops))}>
                <Repeat aria-hidden className="size-2.5" />
                {shortCount(actual.loops)}
              </span>
            )}
            {node.spilledKb > 0 && (
              <span className="flex items-center gap-0.5 text-danger" title={nodeBoxText.onDisk(kilobytesText(node.spilledKb))}>
                <HardDrive aria-hidden className="size-2.5" />
                {nodeBoxText.disk}
              </span>
            )}
            <span className="ml-auto">{plan.hasTimes ? percentText(node.share) : ''}</span>
          </>
        )}
      </span>
      <span aria-hidden className="absolute inset-x-0 bottom-0 h-[3px] bg-selected">
        <span className="block h-full bg-(--heat)" style={{ width: `${Math.min(100, node.share * 100)}%` }} />
      </span>
    </div>
  )
}

/** By what it joins, sorts or groups, where it reads no relation. */
function keyOf({ raw }: PlanNode): string {
  const keys = ['Hash Cond', 'Merge Cond', 'Join Filter', 'Sort Key', 'Group Key', 'Cache Key', 'Window', 'One-Time Filter']
  const found = keys.map((key) => raw[key]).find((value) => typeof value === 'string' || Array.isArray(value))
  return found === undefined ? ' ' : Array.isArray(found) ? found.join(', ') : found
}

/** From nothing over amber to red, the larger its share. */
function heat({ share }: PlanNode): Record<string, string> {
  const tone = share >= 0.3 ? 'var(--danger)' : share >= 0.1 ? 'var(--warning)' : 'var(--faint)'
  const tint = share >= 0.1 ? Math.round(5 + share * 17) : 0
  return { '--heat': tone, backgroundColor: `color-mix(in oklab, ${tone} ${tint}%, var(--raised))` }
}

function spoken(plan: Plan, node: PlanNode): string {
  const parts = [node.subplan, `${node.operation}${node.target === null ? '' : nodeBoxText.on(node.target)}`]
  if (node.isNeverExecuted) return [...parts, nodeBoxText.neverExecuted].filter((part) => part !== null).join(', ')
  const { misestimate } = node
  return [
    ...parts,
    nodeBoxText.share(percentText(node.share), plan.hasTimes),
    plan.hasTimes ? timeText(node.ownMs) : null,
    nodeBoxText.rows(countText(rowsOut(node)), rowsOut(node)),
    misestimate !== null && misestimate.factor >= misestimateFactor ? nodeBoxText.thanExpected(misestimateText(misestimate)) : null,
    node.spilledKb > 0 ? nodeBoxText.onDisk(kilobytesText(node.spilledKb)) : null,
  ]
    .filter((part) => part !== null)
    .join(', ')
}
