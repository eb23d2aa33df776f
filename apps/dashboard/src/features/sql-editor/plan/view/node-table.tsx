import { cn, Table, TableCell, TableHead } from '@colonnade/ui'
import { useState } from 'react'
import { blocksText, countText, misestimateText, percentText, rowsOut, timeText } from '../figures.ts'
import { misestimateFactor } from '../model/findings.ts'
import type { Plan, PlanNode } from '../model/plan.ts'
import { nodeTableText } from './messages.ts'

export interface NodeTableProps {
  readonly plan: Plan
  readonly chosen: number
  readonly onChoose: (id: number) => void
}

/** Every node with its figures: the dearest first, or in the order of the plan. */
export function NodeTable({ plan, chosen, onChoose }: NodeTableProps) {
  const [isByTime, setIsByTime] = useState(true)
  const nodes = isByTime ? [...plan.nodes].sort((a, b) => b.share - a.share) : plan.nodes
  const own = plan.hasTimes ? nodeTableText.ownTime : nodeTableText.ownCost
  return (
    <div className="p-3">
      <Table label={nodeTableText.title}>
        <thead>
          <tr>
            <TableHead aria-sort={isByTime ? 'none' : 'ascending'}>
              <SortButton label={nodeTableText.node} isOn={!isByTime} onClick={() => setIsByTime(false)} />
            </TableHead>
            <TableHead isNumber aria-sort={isByTime ? 'descending' : 'none'}>
              <SortButton label={own} isOn={isByTime} onClick={() => setIsByTime(true)} />
            </TableHead>
            <TableHead isNumber>{nodeTableText.share}</TableHead>
            <TableHead isNumber>{nodeTableText.rows}</TableHead>
            <TableHead isNumber>{nodeTableText.expected}</TableHead>
            <TableHead isNumber>{nodeTableText.loops}</TableHead>
            <TableHead isNumber>{nodeTableText.filteredOut}</TableHead>
            {plan.hasBuffers && <TableHead isNumber>{nodeTableText.cache}</TableHead>}
            {plan.hasBuffers && <TableHead isNumber>{nodeTableText.read}</TableHead>}
          </tr>
        </thead>
        <tbody>
          {nodes.map((node) => (
            <tr key={node.id} className={cn('hover:bg-hover', node.id === chosen && 'bg-selected')}>
              <TableCell className="h-8 min-w-56 text-xs">
                <button type="button" className="text-left" style={{ paddingLeft: isByTime ? 0 : node.depth * 12 }} onClick={() => onChoose(node.id)}>
                  {node.operation} {node.target !== null && <span className="font-mono text-2xs text-soft">{node.target}</span>}
                </button>
              </TableCell>
              <NodeFigures plan={plan} node={node} />
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

function NodeFigures({ plan, node }: { readonly plan: Plan; readonly node: PlanNode }) {
  const { actual, misestimate, buffers, planRows } = node
  const isOff = misestimate !== null && misestimate.factor >= misestimateFactor
  const cell = 'h-8 text-xs whitespace-nowrap'
  return (
    <>
      <TableCell isNumber className={cell}>
        {plan.hasTimes ? timeText(node.ownMs) : percentText(node.share)}
      </TableCell>
      <TableCell isNumber className={cell}>
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="h-1.5 w-12 rounded-full bg-selected">
            <span
              className={cn('block h-full rounded-full', node.share >= 0.3 ? 'bg-danger' : node.share >= 0.1 ? 'bg-warning' : 'bg-faint')}
              style={{ width: `${Math.min(100, node.share * 100)}%` }}
            />
          </span>
          {percentText(node.share)}
        </span>
      </TableCell>
      <TableCell isNumber className={cell}>
        {actual === null ? '–' : node.isNeverExecuted ? nodeTableText.neverRun : countText(rowsOut(node))}
      </TableCell>
      <TableCell isNumber className={cn(cell, isOff && 'font-medium text-warning')}>
        {planRows === null ? '–' : countText(planRows * Math.max(1, actual?.loops ?? 1))}
        {isOff && ` (${misestimateText(misestimate)})`}
      </TableCell>
      <TableCell isNumber className={cell}>
        {actual === null ? '–' : countText(actual.loops)}
      </TableCell>
      <TableCell isNumber className={cell}>
        {node.removedRows === 0 ? '' : countText(node.removedRows)}
      </TableCell>
      {plan.hasBuffers && (
        <>
          <TableCell isNumber className={cell}>
            {buffers === null || buffers.hit === 0 ? '' : blocksText(buffers.hit)}
          </TableCell>
          <TableCell isNumber className={cell}>
            {buffers === null || buffers.read === 0 ? '' : blocksText(buffers.read)}
          </TableCell>
        </>
      )}
    </>
  )
}

function SortButton({ label, isOn, onClick }: { readonly label: string; readonly isOn: boolean; readonly onClick: () => void }) {
  return (
    <button type="button" className={cn('hover:text-fg', isOn && 'text-fg')} onClick={onClick}>
      {label}
    </button>
  )
}
