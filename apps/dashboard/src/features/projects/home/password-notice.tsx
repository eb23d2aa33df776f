import type { Project } from '@colonnade/contracts/projects/projects'
import { Button, CopyButton, toast } from '@colonnade/ui'
import { KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { nounOf } from '../../../lib/texts/project-names.ts'
import { forgetPassword, useKnownPassword } from '../../../scope/known-passwords.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { useKeepPassword } from '../mutations.ts'
import type { OpenAction } from './actions/action-dialogs.tsx'
import { LateActionDialogs } from './actions/late-action-dialogs.tsx'
import { failureText } from '../../../lib/error-notice.tsx'
import { passwordNoticeText } from './messages.ts'

/** The database password, for as long as it is known: right after it was set. Afterwards, that one which was generated may be lost. */
export function PasswordNotice({ project }: { readonly project: Project }) {
  const password = useKnownPassword(project.ref)
  const keep = useKeepPassword(project.ref)
  const mayOperate = useIsAllowed(project.ref)('projects:operate')
  const [open, setOpen] = useState<OpenAction>('none')
  const isUnkept = project.is_password_unkept && mayOperate
  const say = () => {
    forgetPassword(project.ref)
    if (isUnkept) keep.mutate(undefined, { onError: (error) => toast.error(failureText(passwordNoticeText.markSaved, error)) })
  }
  const kept = (
    <Button size="sm" variant="ghost" isPending={keep.isPending} onClick={say}>
      {passwordNoticeText.iveSaved}
    </Button>
  )
  if (password !== null) {
    return (
      <Notice
        title={passwordNoticeText.saveDatabasePassword}
        tone="accent"
        actions={<CopyButton text={password} label={passwordNoticeText.copyDatabasePassword} />}
        kept={kept}
      >
        <code className="font-mono text-xs break-all text-fg select-all">{password}</code>
        <span className="block text-xs">{passwordNoticeText.shownUntilReloadClose}</span>
      </Notice>
    )
  }
  if (!isUnkept) return null
  const isActive = project.status === 'ACTIVE_HEALTHY'
  return (
    <>
      <Notice
        title={passwordNoticeText.didAnyoneSaveDatabase}
        tone="warning"
        actions={
          <Button size="sm" disabled={!isActive} onClick={() => setOpen('password')}>
            {passwordNoticeText.resetPassword}
          </Button>
        }
        kept={kept}
      >
        {passwordNoticeText.wasGeneratedWhenWas(nounOf(project), isActive)}
      </Notice>
      <LateActionDialogs project={project} open={open} onOpenChange={setOpen} />
    </>
  )
}

interface NoticeProps {
  readonly title: string
  readonly tone: 'accent' | 'warning'
  readonly actions: ReactNode
  readonly kept: ReactNode
  readonly children: ReactNode
}

const looks = {
  accent: { box: 'border-accent/30 bg-accent-tint', icon: 'text-accent' },
  warning: { box: 'border-warning/40 bg-warning-tint', icon: 'text-warning' },
} as const

function Notice({ title, tone, actions, kept, children }: NoticeProps) {
  return (
    <section
      aria-label={passwordNoticeText.databasePassword}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border px-4 py-3 ${looks[tone].box}`}
    >
      <KeyRound aria-hidden className={`size-4 shrink-0 ${looks[tone].icon}`} />
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">{title}</p>
        <p className="text-soft">{children}</p>
      </div>
      <div className="flex gap-2">
        {actions}
        {kept}
      </div>
    </section>
  )
}
