import { useMemo, type ReactNode } from 'react'
import type { ResultSet } from '../../run/run-state.ts'
import { planOfSet } from '../plan-set.ts'
import { useWorkbenchActions } from '../workbench-actions.ts'
import { PlanView } from './plan-view.tsx'

/** What EXPLAIN answered, as a picture; in a form that is no plan to us (XML, YAML), as what it is. */
export function PlanResult({ set, children }: { readonly set: ResultSet; readonly children: ReactNode }) {
  const plan = useMemo(() => planOfSet(set), [set])
  const workbench = useWorkbenchActions()
  if (plan === null || workbench === null) return children
  const [type] = set.fields.map((field) => field.type)
  const ownText = type === 'text' ? set.rows.map(([line]) => line ?? '').join('\n') : undefined
  return <PlanView projectRef={workbench.projectRef} plan={plan} ownText={ownText} />
}
