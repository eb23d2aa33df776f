import { Button, Dialog, Field, Textarea } from '@colonnade/ui'
import { useState } from 'react'
import { type Plan, readPlan } from '../model/plan.ts'
import { PlanView } from '../view/plan-view.tsx'
import { pastePlanText } from './messages.ts'

/** A plan from elsewhere: a colleague's, or one out of a log. */
export function PastePlan({ projectRef, onClose }: { readonly projectRef: string; readonly onClose: () => void }) {
  const [text, setText] = useState('')
  const [plan, setPlan] = useState<Plan | null>(null)
  const [error, setError] = useState<string>()
  const show = () => {
    const read = readPlan(text)
    setError(read === null ? pastePlanText.unreadable : undefined)
    setPlan(read)
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={plan === null ? pastePlanText.pastePlan : pastePlanText.pastedPlan}
      className={plan === null ? 'w-[44rem]' : 'top-[4dvh] max-h-[92dvh] w-[80rem]'}
      footer={
        plan === null ? (
          <>
            <Button onClick={onClose}>{pastePlanText.cancel}</Button>
            <Button variant="primary" disabled={text.trim() === ''} onClick={show}>
              {pastePlanText.showPlan}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => setPlan(null)}>{pastePlanText.pasteAnother}</Button>
            <Button variant="primary" onClick={onClose}>
              {pastePlanText.close}
            </Button>
          </>
        )
      }
    >
      {plan === null ? (
        <Field label={pastePlanText.plan} error={error} hint={pastePlanText.planHint}>
          <Textarea isMono rows={14} value={text} onChange={({ target }) => setText(target.value)} spellCheck={false} />
        </Field>
      ) : (
        <div className="flex h-[74dvh] min-h-0 flex-col overflow-hidden rounded-md border">
          <PlanView projectRef={projectRef} plan={plan} />
        </div>
      )}
    </Dialog>
  )
}
