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
  useTitle(branch === undefined ? 'Merge' : `Merge ${branch.name}`, project.name)
  const back = (
    <Link to={paths.project.branches(projectRef)} className={buttonClass({})}>
      <ArrowLeft aria-hidden />
      Branches
    </Link>
  )
  if (branches !== undefined && branch !== undefined) return <Review projectRef={projectRef} branch={branch} branches={branches} back={back} />
  return (
    <Page title="Merge a branch" actions={back}>
      {error !== null && <ErrorNotice error={error} subject="Failed to load branches" onRetry={retry} />}
      {branches === undefined && error === null && (
        <Loading label="the branch">
          <Skeleton className="h-40 w-full rounded-lg" />
        </Loading>
      )}
      {branches !== undefined && (
        <p className="text-soft">The branch is not there any more: it was deleted, or this address is of another project.</p>
      )}
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
  // what is asked about stays that, whatever others rehearse meanwhile
  const [asked, setAsked] = useState<BranchMerge | null>(null)
  const [isRemoving, setIsRemoving] = useState(false)
  const merge = merges?.[0]
  const main = branches.find(({ is_default: isDefault }) => isDefault)
  const isApplying = merge?.status === 'APPLYING'
  const mayRehearse = isAllowed('preview_branches:create')
  const reason = whyNotMerge(merge, isAllowed('database:write'))
  const startRehearsal = () => rehearse.mutate(undefined, { onError: (thrown) => toast.error(failureText('rehearse the merge', thrown)) })
  const giveUp = (id: string) => cancel.mutate(id, { onError: (thrown) => toast.error(failureText('cancel the rehearsal', thrown)) })
  // one button, so that whoever pressed it stays where it is
  const first =
    merge?.status === 'REHEARSING'
      ? { children: 'Cancel the rehearsal', isPending: cancel.isPending || rehearse.isPending, onClick: () => giveUp(merge.id) }
      : {
          children: merge === undefined ? 'Rehearse the merge' : 'Rehearse again',
          variant: merge === undefined || (reason !== null && !isApplying) ? ('primary' as const) : ('secondary' as const),
          'aria-disabled': isApplying || undefined,
          isPending: rehearse.isPending,
          onClick: () => !isApplying && startRehearsal(),
        }
  return (
    <Page
      title={`Merge ${branch.name} into ${defaultBranchName}`}
      description={`The migrations that ${branch.name} has and ${defaultBranchName} lacks are replayed on a copy of ${defaultBranchName} first. Nothing changes until you merge.`}
      actions={
        <>
          {back}
          {mayRehearse && merges !== undefined && (
            <>
              <Tooltip content="It is being merged: another rehearsal can begin when that is over" isDisabled={!isApplying}>
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
                    Merge {migrationsText(merge.migrations.length - merge.applied.length)}
                  </Button>
                </Tooltip>
              )}
            </>
          )}
        </>
      }
    >
      {error !== null && <ErrorNotice error={error} subject="Failed to load the merges" onRetry={retry} />}
      {merges === undefined && error === null && (
        <output aria-label="Loading the merges" className="flex flex-col gap-3">
          <Skeleton className="h-16 w-full rounded-lg" />
          <Skeleton className="h-40 w-full rounded-lg" />
        </output>
      )}
      {merges !== undefined && !mayRehearse && <p className="text-sm text-soft">{whoMay('preview_branches:create', 'rehearse and merge it')}</p>}
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
    <Card title="How a merge goes">
      <ol className="flex list-decimal flex-col gap-1.5 py-3 pr-4 pl-9 text-soft">
        <li>
          The rehearsal copies {defaultBranchName} with its data, while it works on, and replays the migrations of {branch.name} on the copy.
        </li>
        <li>You see how long each takes, whom its locks keep waiting, which tables are written anew, and what differs afterwards.</li>
        <li>When you merge, the same migrations are applied to {defaultBranchName} in one transaction, as far as Postgres allows it.</li>
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
        <Card title="Rehearsing">
          <StepList label="Steps of the rehearsal" className="flex flex-col gap-2.5 p-4" steps={rehearsalProgress(merge)} />
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
              {(merge.applied_by ?? merge.created_by) !== null && ` by ${merge.applied_by ?? merge.created_by}`}
            </p>
          )}
          {isMerged && (
            <span className="mt-3 flex flex-wrap gap-2">
              <Link to={paths.project.home(branch.parent_project_ref)} className={buttonClass({ size: 'sm' })}>
                Go to {defaultBranchName}
              </Link>
              {onRemove !== undefined && (
                <Button size="sm" variant="ghost" onClick={onRemove}>
                  Delete branch
                </Button>
              )}
            </span>
          )}
        </output>
      )}
      {merge.conflicts.length > 0 && (
        <Labels title="Left out" tone="warning" labels={merge.conflicts}>
          {defaultBranchName} has other statements under the same versions. What they do stays in the branch alone, unless it is recorded anew there.
        </Labels>
      )}
      {isOver && !hasFailed && merge.migrations.length > 0 && <Figures merge={merge} />}
      {merge.migrations.length > 0 && <MigrationTimeline merge={merge} />}
      {merge.changes.length > 0 && (
        <DifferenceList
          title={`What ${isMerged ? 'changed' : 'changes'} in ${defaultBranchName}`}
          labels={{ before: isMerged ? 'Before the merge' : `${defaultBranchName} now`, after: 'After the merge' }}
          differences={merge.changes}
        />
      )}
      {merge.left.length > 0 && (
        <DifferenceList
          title={hasFailed ? 'What differs where it failed' : 'What still differs afterwards'}
          description={
            <>
              {hasFailed ? 'No migration that ran has it' : 'No migration of the branch has it'}: it is in {branch.name} alone (added), in{' '}
              {defaultBranchName} alone (removed), or is not the same in both.{' '}
              {!hasFailed && (
                <AppLink href={`${addressOf(pages.database.migrations, { ref: branch.project_ref })}?act=drift`} className="text-accent underline">
                  Changes of {branch.name} without a migration
                </AppLink>
              )}
            </>
          }
          labels={{ before: hasFailed ? `The copy of ${defaultBranchName}` : `${defaultBranchName}, merged`, after: branch.name }}
          differences={merge.left}
        />
      )}
      {merge.ahead.length > 0 && (
        <Labels title={`${defaultBranchName} is ahead`} tone="neutral" labels={merge.ahead}>
          {branch.name} lacks these migrations of {defaultBranchName}. Its own are applied on top of them.
        </Labels>
      )}
    </>
  )
}

function Figures({ merge: { migrations } }: { readonly merge: BranchMerge }) {
  const lock = strongestLock(migrations)
  const written = rewrittenOf(migrations)
  return (
    <StatGrid label="Figures of the rehearsal">
      <StatTile label="Migrations" value={formatNumber(migrations.length)} />
      <StatTile label="Took, on the copy" value={formatDuration(totalOf(migrations))} />
      <StatTile
        label="Strongest lock"
        value={lock?.toLowerCase() ?? 'none'}
        tone={lock === null ? 'neutral' : 'warning'}
        note={lock === null ? 'Nobody has to wait' : 'Others wait meanwhile'}
      />
      <StatTile
        label="Written anew"
        value={formatBytes(written)}
        tone={written > 0 ? 'warning' : 'neutral'}
        note={written > 0 ? 'Every row of a table' : 'No table'}
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
    <Card title="Before">
      <ul aria-label="Earlier merges" className="ruled text-sm">
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
                {(merge.applied_by ?? merge.created_by) !== null && ` by ${merge.applied_by ?? merge.created_by}`}
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
