import { buttonClass, IconButton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plug, SquareTerminal, Table2, X, type LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { keep, readKept } from '../../../lib/kept.ts'
import { paths } from '../../../paths.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { activityQuery } from '../queries.ts'
import { firstStepsText } from './messages.ts'

const keyOf = (ref: string) => `first-steps-dismissed:${ref}`

/** What to do with a database that has no tables yet. Gone once there are some, or when somebody does not want to see it. */
export function FirstSteps({ projectRef }: { readonly projectRef: string }) {
  const { data } = useQuery(activityQuery(projectRef))
  const isAllowed = useIsAllowed(projectRef)
  const [isDismissed, setIsDismissed] = useState(() => readKept(keyOf(projectRef)) !== null)
  if (data?.tables !== 0 || isDismissed || !isAllowed('database:write')) return null
  const dismiss = () => {
    setIsDismissed(true)
    keep(keyOf(projectRef), 'yes')
  }
  return (
    <section aria-label={firstStepsText.firstSteps} className="overflow-hidden rounded-lg border bg-surface">
      <div className="flex items-start justify-between gap-3 px-4 pt-3 pb-3">
        <div>
          <h2 className="text-base font-medium">{firstStepsText.databaseEmpty}</h2>
          <p className="text-soft">{firstStepsText.pickOneGetStarted}</p>
        </div>
        <IconButton label={firstStepsText.dismissFirstSteps} onClick={dismiss} className="-mr-1.5">
          <X aria-hidden />
        </IconButton>
      </div>
      <ul className="grid gap-px border-t bg-line md:grid-cols-3">
        <Step icon={Table2} title={firstStepsText.createTable} text={firstStepsText.startFromTemplateEdit}>
          <Link to={paths.project.editor(projectRef)} className={buttonClass({ variant: 'primary', size: 'sm' })}>
            {firstStepsText.openTableEditor}
          </Link>
        </Step>
        <Step icon={SquareTerminal} title={firstStepsText.runSql} text={firstStepsText.writeSqlPasteDump}>
          <Link to={paths.project.sql(projectRef)} className={buttonClass({ size: 'sm' })}>
            {firstStepsText.openSqlEditor}
          </Link>
        </Step>
        <Step icon={Plug} title={firstStepsText.connectApp} text={firstStepsText.connectHint}>
          <Link
            to="."
            search={(all) => ({ ...all, showConnect: true })}
            state={{ hasOpenedConnect: true }}
            resetScroll={false}
            className={buttonClass({ size: 'sm' })}
          >
            {firstStepsText.showConnectionDetails}
          </Link>
        </Step>
      </ul>
    </section>
  )
}

interface StepProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

function Step({ icon: Icon, title, text, children }: StepProps) {
  return (
    <li className="flex flex-col items-start gap-3 bg-surface p-4">
      <div className="flex items-start gap-3">
        <span aria-hidden className="flex size-8 shrink-0 items-center justify-center rounded-md border bg-raised text-accent">
          <Icon className="size-4" strokeWidth={1.5} />
        </span>
        <div>
          <h3 className="font-medium">{title}</h3>
          <p className="text-soft">{text}</p>
        </div>
      </div>
      <div className="md:pl-11">{children}</div>
    </li>
  )
}
