import { type Branch, defaultBranchName } from '@colonnade/contracts/copies/branches'
import type { BranchMerge, MigrationLabel } from '@colonnade/contracts/copies/merges'
import {
  Badge,
  Button,
  buttonClass,
  Card,
  Loading,
  Progress,
  RelativeTime,
  Skeleton,
  StatGrid,
  StatTile,
  StepList,
  toast,
  Tooltip,
} from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, GitMerge } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import { formatBytes, formatNumber } from '../../../lib/bytes.ts'
import { ErrorNotice, failureText } from '../../../lib/error-notice.tsx'
import { AppLink } from '../../../lib/links/app-link.tsx'
import { Page } from '../../../lib/page.tsx'
import { DifferenceList } from '../../../lib/schema-differences/difference-list.tsx'
import { formatDuration } from '../../../lib/texts/duration.ts'
import { whoMay } from '../../../lib/texts/who-may.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { addressOf, pages, paths } from '../../../paths.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { useProject } from '../../../scope/use-project.ts'
import { BranchDialogs } from '../branch-dialogs.tsx'
import { useLiveBranches } from '../queries.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { MigrationTimeline } from './migration-timeline.tsx'
import {
  isSettled,
  migrationName,
  migrationsText,
  noticeOf,
  rehearsalProgress,
  rewrittenOf,
  strongestLock,
  totalOf,
  whyNotMerge,
} from './merge-words.ts'
import { mergePageText } from './messages.ts'
import { WaitingCard } from './waiting-card.tsx'
import { useCancelRehearsal, useLiveMerges, useRehearseMerge } from './queries.ts'

export interface MergePageProps {
  readonly projectRef: string
  readonly branchId: string
}

/** The review of a merge: what it does to the default branch, found out on a copy, before it is done. */
export function MergePage({ projectRef, branchId }: MergePageProps) {
  const project = useProject(projectRef)
  const { data: branches, error, retry } = useLiveBranches(projectRef)
  const branch = branches?.find(({ id, is_default }) => id === branchId && !is_default)
  useTitle(branch === undefined ? 'Merge' : mergePageText.merge(branch.name), project.name)
  const back = (
    <Link to={paths.project.branches(projectRef)} className={buttonClass({})}>
      <ArrowLeft aria-hidden />
      {mergePageText.branches}
    </Link>
  )
  if (branches !== undefined && branch !== undefined) return <Review projectRef={projectRef} branch={branch} branches={branches} back={back} />
  return (
    <Page title={mergePageText.mergeBranch} actions={back}>
      {error !== null && <ErrorNotice error={error} subject={mergePageText.failedLoadBranches} onRetry={retry} />}
      {branches === undefined && error === null && (
        <Loading label={mergePageText.branch}>
          <Skeleton className="h-40 w-full rounded-lg" />
        </Loading>
      )}
      {branches !== undefined && <p className="text-soft">{mergePageText.branchNoLongerExists}</p>}
    </Page>
  )
}

interface ReviewProps {
  readonly projectRef: string
  readonly branch: Branch
  readonly branches: readonly Branch[]
  readonly back: React.ReactNode
}

function Review({ projectRef, branch, branches, back }: ReviewProps) {
  const address = { ref: projectRef, branch: branch.id }
  const { data: merges, error, retry } = useLiveMerges(address)
  const isAllowed = useIsAllowed(projectRef)
  const rehearse = useRehearseMerge(address)
  const cancel = useCancelRehearsal(address)
  // the dialog stays about this merge, whatever others rehearse
  const [asked, setAsked] = useState<BranchMerge | null>(null)
  const [isRemoving, setIsRemoving] = useState(false)
  const merge = merges?.[0]
  const main = branches.find(({ is_default: isDefault }) => isDefault)
  const isApplying = merge?.status === 'APPLYING'
  const mayRehearse = isAllowed('preview_branches:create')
  const reason = whyNotMerge(merge, isAllowed('database:write'))
  const startRehearsal = () => rehearse.mutate(undefined, { onError: (thrown) => toast.error(failureText(mergePageText.rehearseMergeLabel, thrown)) })
  const giveUp = (id: string) => cancel.mutate(id, { onError: (thrown) => toast.error(failureText(mergePageText.cancelRehearsalLabel, thrown)) })
  // one button, so that it keeps the focus
  const first =
    merge?.status === 'REHEARSING'
      ? { children: mergePageText.cancelRehearsal, isPending: cancel.isPending || rehearse.isPending, onClick: () => giveUp(merge.id) }
      : {
          children: merge === undefined ? mergePageText.rehearseMerge : mergePageText.rehearseAgain,
          // once merged, going to main or deleting the branch is what comes next
          variant:
            merge === undefined || (reason !== null && !isApplying && merge.status !== 'MERGED') ? ('primary' as const) : ('secondary' as const),
          'aria-disabled': isApplying || undefined,
          isPending: rehearse.isPending,
          onClick: () => !isApplying && startRehearsal(),
        }
  return (
    <Page
      title={mergePageText.mergeInto(branch.name, defaultBranchName)}
      description={mergePageText.rehearsesNewMigrationsCopy(branch.name, defaultBranchName)}
      actions={
        <>
          {back}
          {mayRehearse && merges !== undefined && (
            <>
              <Tooltip content={mergePageText.mergeRunningRehearseAgain} isDisabled={!isApplying}>
                <Button {...first} />
              </Tooltip>
              {merge !== undefined && (merge.status === 'REHEARSED' || merge.status === 'FAILED') && merge.migrations.length > 0 && (
                <Tooltip content={reason} isDisabled={reason === null}>
                  <Button
                    variant={reason === null ? 'primary' : 'secondary'}
                    aria-disabled={reason !== null || undefined}
                    onClick={() => reason === null && setAsked(merge)}
                  >
                    <GitMerge aria-hidden />
                    {mergePageText.mergeOf(migrationsText(merge.migrations.length - merge.applied.length))}
                  </Button>
                </Tooltip>
              )}
            </>
          )}
        </>
      }
    >
      {error !== null && <ErrorNotice error={error} subject={mergePageText.failedLoadMerges} onRetry={retry} />}
      {merges === undefined && error === null && (
        <output aria-label={mergePageText.loadingMerges} className="flex flex-col gap-3">
          <Skeleton className="h-16 w-full rounded-lg" />
          <Skeleton className="h-40 w-full rounded-lg" />
        </output>
      )}
      {merges !== undefined && !mayRehearse && (
        <p className="text-sm text-soft">{whoMay('preview_branches:create', mergePageText.rehearseMergeLabel2)}</p>
      )}
      {merge !== undefined && <Outcome merge={merge} branch={branch} {...(mayRehearse && { onRemove: () => setIsRemoving(true) })} />}
      {merges !== undefined && main !== undefined && (merge === undefined || isSettled(merge)) && (
        <WaitingCard branch={branch} main={main} since={`${merge?.id} ${merge?.status}`} isAlone={merge === undefined} />
      )}
      {merges?.length === 0 && <HowItGoes branch={branch} />}
      {merges !== undefined && merges.length > 1 && <EarlierMerges merges={merges.slice(1)} />}
      {asked !== null && <MergeDialog address={address} merge={asked} branch={branch} onClose={() => setAsked(null)} />}
      {isRemoving && <BranchDialogs projectRef={projectRef} branches={branches} act="remove" asked={branch} onClose={() => setIsRemoving(false)} />}
    </Page>
  )
}

function HowItGoes({ branch }: { readonly branch: Branch }) {
  return (
    <Card title={mergePageText.howMergingWorks}>
      <ol className="flex list-decimal flex-col gap-1.5 py-3 pr-4 pl-9 text-soft">
        <li>{mergePageText.rehearsalCopiesDataRuns(defaultBranchName, branch.name)}</li>
        <li>{mergePageText.seeHowLongEach}</li>
        <li>{mergePageText.whenMergeSameMigrations(defaultBranchName)}</li>
      </ol>
    </Card>
  )
}

const noticeClass = {
  neutral: 'border-line bg-surface',
  accent: 'border-accent/30 bg-accent-tint',
  warning: 'border-warning/30 bg-warning-tint',
  danger: 'border-danger/30 bg-danger-tint',
} as const

interface OutcomeProps {
  readonly merge: BranchMerge
  readonly branch: Branch
  /** Asks whether to delete the branch. */
  readonly onRemove?: () => void
}

function Outcome({ merge, branch, onRemove }: OutcomeProps) {
  const notice = noticeOf(merge, defaultBranchName)
  const isRehearsing = merge.status === 'REHEARSING'
  const hasFailed = merge.status === 'REHEARSAL_FAILED'
  const isMerged = merge.status === 'MERGED'
  const isOver = !isRehearsing && merge.status !== 'CANCELLED'
  const moment = merge.merged_at ?? merge.rehearsed_at
  return (
    <>
      {isRehearsing && (
        <Card title={mergePageText.rehearsing}>
          <StepList label={mergePageText.rehearsalSteps} className="flex flex-col gap-2.5 p-4" steps={rehearsalProgress(merge)} />
        </Card>
      )}
      {merge.status === 'APPLYING' && (
        <Card title={notice.title}>
          <div className="p-4">
            <Progress label={notice.title} value={merge.applied.length === 0 ? null : merge.applied.length} max={merge.migrations.length} />
            <p className="mt-2.5 text-sm text-soft">{notice.text}</p>
          </div>
        </Card>
      )}
      {!isRehearsing && merge.status !== 'APPLYING' && (
        <output className={`block rounded-lg border px-4 py-3 ${noticeClass[notice.tone]}`}>
          <p className="font-medium">{notice.title}</p>
          <p className="mt-0.5 text-sm wrap-anywhere text-soft">{notice.text}</p>
          {moment !== null && (
            <p className="mt-1 text-xs text-faint">
              <RelativeTime value={moment} />
              {mergePageText.by(merge.applied_by ?? merge.created_by)}
            </p>
          )}
          {isMerged && (
            <span className="mt-3 flex flex-wrap gap-2">
              <Link to={paths.project.home(branch.parent_project_ref)} className={buttonClass({ size: 'sm', variant: 'primary' })}>
                {mergePageText.go(defaultBranchName)}
              </Link>
              {onRemove !== undefined && (
                <Button size="sm" variant="ghost" onClick={onRemove}>
                  {mergePageText.deleteBranch}
                </Button>
              )}
            </span>
          )}
        </output>
      )}
      {merge.conflicts.length > 0 && (
        <Labels title={mergePageText.skipped} tone="warning" labels={merge.conflicts}>
          {mergePageText.hasDifferentStatementsUnder(defaultBranchName)}
        </Labels>
      )}
      {isOver && !hasFailed && merge.migrations.length > 0 && <Figures merge={merge} />}
      {merge.migrations.length > 0 && <MigrationTimeline merge={merge} />}
      {merge.changes.length > 0 && (
        <DifferenceList
          title={mergePageText.in(defaultBranchName, isMerged)}
          labels={{ before: isMerged ? mergePageText.beforeMerge : mergePageText.now(defaultBranchName), after: mergePageText.afterMerge }}
          differences={merge.changes}
        />
      )}
      {merge.left.length > 0 && (
        <DifferenceList
          title={hasFailed ? mergePageText.differencesFailure : mergePageText.remainingDifferences}
          description={
            <>
              {hasFailed ? mergePageText.notPartAnyMigration : mergePageText.notPartAnyMigrationBranch}.{' '}
              {mergePageText.addedExistsRemovedChanged(branch.name, defaultBranchName)}{' '}
              {!hasFailed && (
                <AppLink href={`${addressOf(pages.database.migrations, { ref: branch.project_ref })}?act=drift`} className="text-accent underline">
                  {mergePageText.unrecordedChanges(branch.name)}
                </AppLink>
              )}
            </>
          }
          labels={{ before: hasFailed ? mergePageText.copy(defaultBranchName) : mergePageText.merged(defaultBranchName), after: branch.name }}
          differences={merge.left}
        />
      )}
      {merge.ahead.length > 0 && (
        <Labels title={mergePageText.ahead(defaultBranchName)} tone="neutral" labels={merge.ahead}>
          {mergePageText.doesntHaveTheseMigrations(branch.name, defaultBranchName)}
        </Labels>
      )}
    </>
  )
}

function Figures({ merge: { migrations } }: { readonly merge: BranchMerge }) {
  const lock = strongestLock(migrations)
  const written = rewrittenOf(migrations)
  return (
    <StatGrid label={mergePageText.rehearsalFigures}>
      <StatTile label={mergePageText.migrations} value={formatNumber(migrations.length)} />
      <StatTile label={mergePageText.durationCopy} value={formatDuration(totalOf(migrations))} />
      <StatTile
        label={mergePageText.strongestLock}
        value={lock?.toLowerCase() ?? 'none'}
        tone={lock === null ? 'neutral' : 'warning'}
        note={lock === null ? mergePageText.blocksNoOne : mergePageText.otherQueriesWait}
      />
      <StatTile
        label={mergePageText.rewritten}
        value={formatBytes(written)}
        tone={written > 0 ? 'warning' : 'neutral'}
        note={written > 0 ? mergePageText.allRowsTable : mergePageText.noTables}
      />
    </StatGrid>
  )
}

interface LabelsProps {
  readonly title: string
  readonly tone: 'neutral' | 'warning'
  readonly labels: readonly z.infer<typeof MigrationLabel>[]
  readonly children: React.ReactNode
}

function Labels({ title, tone, labels, children }: LabelsProps) {
  return (
    <Card title={title} aside={<Badge tone={tone}>{migrationsText(labels.length)}</Badge>}>
      <p className="px-4 pt-3 text-sm text-soft">{children}</p>
      <ul aria-label={title} className="flex flex-col gap-1 px-4 py-3 text-sm">
        {labels.map((label) => (
          <li key={label.version} className="flex flex-wrap gap-x-2 wrap-anywhere">
            <span>{migrationName(label)}</span>
            <span className="font-mono text-xs text-faint">{label.version}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function EarlierMerges({ merges }: { readonly merges: readonly BranchMerge[] }) {
  return (
    <Card title={mergePageText.before}>
      <ul aria-label={mergePageText.earlierMerges} className="ruled text-sm">
        {merges.map((merge) => {
          const { tone, title } = noticeOf(merge, defaultBranchName)
          return (
            <li key={merge.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
              <span className="flex items-center gap-2">
                <Badge tone={tone}>{title}</Badge>
                <span className="text-soft">{migrationsText(merge.migrations.length)}</span>
              </span>
              <span className="text-xs text-faint">
                <RelativeTime value={merge.merged_at ?? merge.rehearsed_at ?? merge.inserted_at} />
                {mergePageText.by(merge.applied_by ?? merge.created_by)}
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
