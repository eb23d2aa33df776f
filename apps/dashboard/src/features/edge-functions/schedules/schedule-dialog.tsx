import type { FunctionSchedule } from '@colonnade/contracts/functions/function-schedules'
import { Dialog, Field, Input, Textarea, toast } from '@colonnade/ui'
import { useState } from 'react'
import { DialogForm } from '../../../lib/forms/dialog-form.tsx'
import { scheduleText } from '../messages.ts'
import { useScheduleCall } from './schedule-calls.ts'

export interface ScheduleDialogProps {
  readonly projectRef: string
  readonly slug: string
  /** The schedule to edit; null for a new one. */
  readonly schedule: FunctionSchedule | null
  readonly onClose: () => void
}

/** Edits when a function is called, and with what. */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const { schedule, onClose } = props
  const title = schedule === null ? scheduleText.create : scheduleText.edit
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={title} description={scheduleText.description}>
      <ScheduleForm {...props} />
    </Dialog>
  )
}

function ScheduleForm({ projectRef, slug, schedule, onClose }: ScheduleDialogProps) {
  const [values, setValues] = useState({ cron: schedule?.cron ?? '', path: schedule?.path ?? '/', body: schedule?.body ?? '' })
  const [problem, setProblem] = useState<string>()
  const call = useScheduleCall(projectRef)
  const change = (part: Partial<typeof values>) => {
    setValues({ ...values, ...part })
    setProblem(undefined)
  }
  const save = () => {
    if (values.cron.trim() === '') {
      setProblem(scheduleText.cronMissing)
      return
    }
    call.mutate(schedule === null ? { kind: 'create', slug, values } : { kind: 'update', id: schedule.id, changes: values }, {
      onSuccess: () => {
        toast.success(schedule === null ? scheduleText.created : scheduleText.saved)
        onClose()
      },
    })
  }
  return (
    <DialogForm
      onSubmit={save}
      isPending={call.isPending}
      error={call.error}
      submitLabel={schedule === null ? scheduleText.create : scheduleText.save}
    >
      <Field label={scheduleText.cron} hint={scheduleText.cronHint} {...(problem !== undefined && { error: problem })}>
        <Input
          className="font-mono text-xs"
          placeholder="*/5 * * * *"
          value={values.cron}
          spellCheck={false}
          onChange={(event) => change({ cron: event.target.value })}
        />
      </Field>
      <Field label={scheduleText.path}>
        <Input className="font-mono text-xs" value={values.path} spellCheck={false} onChange={(event) => change({ path: event.target.value })} />
      </Field>
      <Field label={scheduleText.body} hint={scheduleText.bodyHint} isOptional>
        <Textarea isMono rows={4} value={values.body} spellCheck={false} onChange={(event) => change({ body: event.target.value })} />
      </Field>
    </DialogForm>
  )
}
