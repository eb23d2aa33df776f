import { Button, cn, Table, TableCell, TableHead } from '@colonnade/ui'
import { PinOff } from 'lucide-react'
import { blocksText, countText, kilobytesText, rowsOut, timeText } from '../figures.ts'
import { figuresOf, matchPlans, type PlanFigures } from '../model/compare.ts'
import type { Plan, PlanNode } from '../model/plan.ts'
import { planComparisonText } from './messages.ts'
import { PlanPicture } from './plan-picture.tsx'

export interface PlanComparisonProps {
  readonly before: Plan
  readonly after: Plan
  /** Of the plan after. */
  readonly chosen: number
  readonly onChoose: (id: number) => void
  readonly onUnpin: () => void
}

const told: readonly { readonly key: keyof PlanFigures; readonly label: string; readonly text: (value: number) => string }[] = [
  { key: 'executionMs', label: planComparisonText.execution, text: timeText },
  { key: 'planningMs', label: planComparisonText.planning, text: timeText },
  { key: 'cost', label: planComparisonText.cost, text: countText },
  { key: 'hit', label: planComparisonText.fromCache, text: blocksText },
  { key: 'read', label: planComparisonText.read, text: blocksText },
  { key: 'temp', label: planComparisonText.temporaryFiles, text: blocksText },
  { key: 'spilledKb', label: planComparisonText.onDisk, text: kilobytesText },
]

/** The pinned plan beside this one: figures of the whole, both pictures, and each node with the one that does its work now. */
export function PlanComparison({ before, after, chosen, onChoose, onUnpin }: PlanComparisonProps) {
  const [was, is] = [figuresOf(before), figuresOf(after)]
  const pairs = matchPlans(before, after)
  const partner = pairs.find((pair) => pair.after?.id === chosen)?.before?.id ?? 0
  const unit = before.hasTimes && after.hasTimes ? 'time' : 'cost'
  // rows that came are no match for rows that are expected
  const areRun = before.isAnalyzed && after.isAnalyzed
  const rowsOf = (node: PlanNode | null): number | null => (node === null ? null : areRun ? rowsOut(node) : node.planRows)
  return (
    <div className="flex flex-col gap-4 p-3">
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))] gap-2">
        {told.map(({ key, label, text }) => {
          const [first, second] = [was[key], is[key]]
          if (first === null || second === null || (first === 0 && second === 0)) return null
          return (
            <div key={key} className="rounded-md border px-2.5 py-1.5 text-xs">
              <dt className="text-faint">{label}</dt>
              <dd className="tabular-nums">
                <span className="text-soft">{text(first)} →</span> <span className="font-medium text-fg">{text(second)}</span>{' '}
                <Change before={first} after={second} />
              </dd>
            </div>
          )
        })}
      </dl>
      <div className="grid gap-3 @4xl:grid-cols-2">
        {[
          {
            title: planComparisonText.pinned,
            plan: before,
            at: partner,
            choose: (id: number) => onChoose(pairs.find((pair) => pair.before?.id === id)?.after?.id ?? chosen),
          },
          { title: planComparisonText.current, plan: after, at: chosen, choose: onChoose },
        ].map(({ title, plan, at, choose }) => (
          <section key={title} aria-label={title} className="min-w-0 overflow-hidden rounded-md border">
            <div className="flex h-8 items-center justify-between border-b pr-0.5 pl-2.5">
              <h3 className="text-xs text-soft">{title}</h3>
              {plan === before && (
                <Button size="sm" variant="ghost" onClick={onUnpin}>
                  <PinOff aria-hidden />
                  {planComparisonText.unpin}
                </Button>
              )}
            </div>
            <PlanPicture plan={plan} label={planComparisonText.planTree(title)} chosen={at} onChoose={choose} />
          </section>
        ))}
      </div>
      <Table label={planComparisonText.nodesBothPlans}>
        <thead>
          <tr>
            <TableHead>{planComparisonText.pinned}</TableHead>
            <TableHead>{planComparisonText.current}</TableHead>
            <TableHead isNumber>{planComparisonText[unit]}</TableHead>
            <TableHead isNumber>{areRun ? planComparisonText.rows : planComparisonText.expectedRows}</TableHead>
          </tr>
        </thead>
        <tbody>
          {pairs.map(({ before: a, after: b }, index) => {
            const value = (node: PlanNode | null): number | null => (node === null ? null : unit === 'time' ? node.ownMs : node.totalCost)
            return (
              <tr key={index} className={cn(b !== null && b.id === chosen && 'bg-selected')}>
                <TableCell className="h-8 text-xs">{a === null ? <span className="text-faint">–</span> : <NodeName node={a} />}</TableCell>
                <TableCell className={cn('h-8 text-xs', (a === null || b === null || a.operation !== b.operation) && 'text-accent')}>
                  {b === null ? <span className="text-faint">{planComparisonText.removed}</span> : <NodeName node={b} />}
                </TableCell>
                <TableCell isNumber className="h-8 text-xs whitespace-nowrap">
                  <Pair before={value(a)} after={value(b)} text={unit === 'time' ? timeText : countText} />
                </TableCell>
                <TableCell isNumber className="h-8 text-xs whitespace-nowrap">
                  <Pair before={rowsOf(a)} after={rowsOf(b)} text={countText} />
                </TableCell>
              </tr>
            )
          })}
        </tbody>
      </Table>
    </div>
  )
}

function NodeName({ node }: { readonly node: PlanNode }) {
  return (
    <span style={{ paddingLeft: node.depth * 12 }}>
      {node.operation} {node.target !== null && <span className="font-mono text-2xs text-soft">{node.target}</span>}
    </span>
  )
}

function Pair({ before, after, text }: { readonly before: number | null; readonly after: number | null; readonly text: (value: number) => string }) {
  const shown = (value: number | null): string => (value === null ? '–' : text(value))
  return (
    <>
      <span className="text-soft">{shown(before)} →</span> {shown(after)}
    </>
  )
}

/** "−93%", in the colour of what it means: less is better. */
function Change({ before, after }: { readonly before: number; readonly after: number }) {
  if (before === 0 || Math.abs(after - before) / before < 0.01) return null
  const share = (after - before) / before
  const text = share > 9 ? `×${countText(Math.round(after / before))}` : `${share < 0 ? '−' : '+'}${Math.round(Math.abs(share) * 100)}%`
  return <span className={share < 0 ? 'text-accent' : 'text-danger'}>{text}</span>
}
