import { Button, copyText, Menu, MenuItem, SegmentedControl, toast } from '@colonnade/ui'
import { Copy, Pin, PinOff } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { findingsOf, type Finding } from '../model/findings.ts'
import type { Plan } from '../model/plan.ts'
import { writeExplainText } from '../model/write-text.ts'
import { pinPlan, usePinnedPlan } from '../pinned-plan.ts'
import { planViewText } from './messages.ts'
import { NodeDetails } from './node-details.tsx'
import { NodeTable } from './node-table.tsx'
import { PlanComparison } from './plan-comparison.tsx'
import { PlanFindings } from './plan-findings.tsx'
import { PlanPicture } from './plan-picture.tsx'
import { PlanSummary } from './plan-summary.tsx'

type View = 'picture' | 'nodes' | 'text' | 'compare'

const views = [
  { value: 'picture', label: planViewText.tree },
  { value: 'nodes', label: planViewText.nodes },
  { value: 'text', label: planViewText.text },
] as const

export interface PlanViewProps {
  readonly projectRef: string
  readonly plan: Plan
  /** Postgres's own text, where it was asked for as text; else it is written from the plan. */
  readonly ownText?: string | undefined
}

/** A plan: what stands out in sentences, and the plan as a picture, a table of nodes, text, or beside the pinned one. */
export function PlanView({ projectRef, plan, ownText }: PlanViewProps) {
  const findings = useMemo(() => findingsOf(plan), [plan])
  const pinned = usePinnedPlan(projectRef)
  const other = pinned === null || pinned.plan === plan ? null : pinned.plan
  const [wanted, setWanted] = useState<View>(other === null ? 'picture' : 'compare')
  const view = wanted === 'compare' && other === null ? 'picture' : wanted
  const [chosen, setChosen] = useState(() => firstChosen(findings))
  const [shown, setShown] = useState(plan)
  if (shown !== plan) {
    // the next run of the same text
    setShown(plan)
    setChosen(firstChosen(findings))
    setWanted(other === null ? 'picture' : 'compare')
  }
  const choose = (id: number) => setChosen(id)
  const section = useRef<HTMLElement>(null)
  const unpin = () => {
    pinPlan(projectRef, null)
    // the button goes with the comparison
    section.current?.focus()
  }
  const isPinned = pinned?.plan === plan
  const text = () => ownText ?? writeExplainText(plan.raw)
  const copy = async (what: string, copied: string) => {
    if (await copyText(copied)) toast.success(planViewText.copiedPlan(what))
  }
  return (
    <section
      ref={section}
      aria-label={planViewText.plan}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className="@container min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2"
    >
      <div className="sticky top-0 z-10 flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b bg-surface px-3 py-1.5">
        <SegmentedControl<View>
          label={planViewText.showAs}
          className="h-7"
          value={view}
          onValueChange={setWanted}
          options={other === null ? views : [...views, { value: 'compare', label: planViewText.compare }]}
        />
        <PlanSummary plan={plan} />
        <div className="flex items-center gap-1">
          <Button size="sm" variant="ghost" aria-pressed={isPinned} onClick={() => pinPlan(projectRef, isPinned ? null : plan)}>
            {isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
            {isPinned ? planViewText.unpin : planViewText.pinCompare}
          </Button>
          <Menu
            align="end"
            trigger={
              <Button size="sm" variant="ghost">
                <Copy aria-hidden />
                {planViewText.copy}
              </Button>
            }
          >
            <MenuItem onSelect={() => void copy('text', text())}>{planViewText.asText}</MenuItem>
            <MenuItem onSelect={() => void copy('JSON', JSON.stringify([plan.raw], null, 2))}>{planViewText.asJson}</MenuItem>
          </Menu>
        </div>
      </div>
      <PlanFindings findings={findings} onChoose={choose} />
      {view === 'compare' && other !== null && <PlanComparison before={other} after={plan} chosen={chosen} onChoose={choose} onUnpin={unpin} />}
      {view === 'text' && <pre className="p-3 font-mono text-xs leading-5 whitespace-pre text-fg">{text()}</pre>}
      {(view === 'picture' || view === 'nodes') && (
        <div className="flex flex-col @4xl:flex-row">
          <div className="min-w-0 flex-1">
            {view === 'picture' ? (
              <PlanPicture plan={plan} label={planViewText.planTree} chosen={chosen} onChoose={choose} />
            ) : (
              <NodeTable plan={plan} chosen={chosen} onChoose={choose} />
            )}
          </div>
          <aside className="border-t @4xl:w-80 @4xl:shrink-0 @4xl:border-t-0 @4xl:border-l">
            <div className="@4xl:sticky @4xl:top-10">
              <NodeDetails plan={plan} node={plan.nodes[chosen] ?? plan.root} />
            </div>
          </aside>
        </div>
      )}
    </section>
  )
}

/** The node that the weightiest finding is about. */
const firstChosen = (findings: readonly Finding[]): number => findings.find(({ node }) => node !== null)?.node ?? 0
