import type { Branch } from '@colonnade/contracts/copies/branches'
import { Badge, Button, IconButton, Menu, MenuItem, MenuSeparator, Progress, RelativeTime, StatusDot, toast } from '@colonnade/ui'
import { Link, useNavigate } from '@tanstack/react-router'
import { CopyPlus, Ellipsis, GitMerge, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { computeName } from '../../lib/texts/project-names.ts'
import { lookOf } from '../../lib/texts/project-status.ts'
import { paths } from '../../paths.ts'
import type { BranchAct } from './branch-dialogs.tsx'
import { copyText, mergeText, originText, ownVersion, untilText } from './branch-words.ts'
import { useResetBranch } from './mutations.ts'
import { failureText } from '../../lib/error-notice.tsx'
import { branchRowText } from './messages.ts'

export interface BranchRowProps {
  /** Of the page, which one of the branches is. */
  readonly projectRef: string
  readonly branch: Branch
  readonly branches: readonly Branch[]
  readonly mayChange: boolean
  readonly now: number
  readonly onAsk: (act: BranchAct) => void
}

/** One branch: how it is, where it comes from, and what can be done with it. */
export function BranchRow({ projectRef, branch, branches, mayChange, now, onAsk }: BranchRowProps) {
  const again = useResetBranch(projectRef)
  const look = lookOf(branch)
  const navigate = useNavigate()
  const isGoing = branch.status === 'GOING_DOWN'
  const isCopying = branch.copied_at === null && branch.status === 'COMING_UP' && !branch.is_default
  return (
    <li aria-label={branch.name} className="flex min-w-0 flex-col gap-3 px-4 py-3">
      <div className="flex min-w-0 items-start gap-3">
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
            <Link
              to={paths.project.home(branch.project_ref)}
              className="min-w-0 font-medium wrap-anywhere hover:underline"
              {...(branch.project_ref === projectRef && { 'aria-current': 'true' })}
            >
              {branch.name}
            </Link>
            <Badge tone={look.tone}>
              <StatusDot tone={look.tone} isChanging={look.isChanging} />
              {look.label}
            </Badge>
            {branch.is_default && <Badge>{branchRowText.default}</Badge>}
            {!branch.with_data && <Badge>{branchRowText.structure}</Badge>}
            {branch.project_ref === projectRef && <span className="text-xs text-faint">{branchRowText.current}</span>}
          </div>
          <BranchFacts branch={branch} main={branches.find(({ is_default: isDefault }) => isDefault)} now={now} />
        </div>
        {mayChange && !branch.is_default && !isGoing && (
          <Menu
            align="end"
            trigger={
              <IconButton label={branchRowText.actions(branch.name)}>
                <Ellipsis aria-hidden />
              </IconButton>
            }
          >
            <MenuItem
              icon={<GitMerge aria-hidden />}
              disabled={branch.status !== 'ACTIVE_HEALTHY'}
              onSelect={() => void navigate({ to: paths.project.branches(projectRef), search: { merge: branch.id } })}
            >
              {branchRowText.merge}
            </MenuItem>
            <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onAsk('edit')}>
              {branchRowText.edit}
            </MenuItem>
            <MenuItem icon={<RotateCcw aria-hidden />} disabled={look.isChanging} onSelect={() => onAsk('reset')}>
              {branchRowText.reset}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={<Trash2 aria-hidden />} isDanger onSelect={() => onAsk('remove')}>
              {branchRowText.deleteBranch}
            </MenuItem>
          </Menu>
        )}
      </div>
      {isCopying && (
        <div className="flex items-center gap-3 text-xs text-soft">
          <CopyPlus aria-hidden className="size-3.5 shrink-0 text-faint" />
          <span className="shrink-0">{branchRowText.copying(branch.source?.name)}</span>
          <Progress label={branchRowText.copying(branch.source?.name)} value={null} />
        </div>
      )}
      {branch.merge !== null && (
        <div className="flex items-center gap-3 text-xs text-soft">
          <GitMerge aria-hidden className="size-3.5 shrink-0 text-faint" />
          <Link to={paths.project.branches(projectRef)} search={{ merge: branch.id }} className="shrink-0 underline hover:text-fg">
            {mergeText(branch.merge)}
          </Link>
          <Progress label={mergeText(branch.merge)} value={null} />
        </div>
      )}
      {branch.problem !== null && (
        <div role="alert" className="flex flex-wrap items-start gap-3 rounded-md border border-danger/30 bg-danger-tint px-3 py-2 text-sm">
          <div className="min-w-0 flex-1 basis-64">
            <p className="wrap-anywhere">{branch.problem.message}</p>
            {branch.problem.log.length > 0 && <pre className="mt-2 max-h-40 overflow-auto font-mono text-xs">{branch.problem.log.join('\n')}</pre>}
          </div>
          {mayChange && branch.status === 'INIT_FAILED' && branch.source !== null && (
            <Button
              size="sm"
              isPending={again.isPending}
              onClick={() =>
                again.mutate(
                  { branch: branch.id, source_ref: branch.source!.project_ref },
                  { onError: (error) => toast.error(failureText(branchRowText.copyBranch, error)) },
                )
              }
            >
              {branchRowText.tryAgain}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

function BranchFacts({ branch, main, now }: { readonly branch: Branch; readonly main: Branch | undefined; readonly now: number }) {
  const version = ownVersion(branch, main)
  if (branch.is_default) return <p className="text-xs text-faint">{branchRowText.project(computeName(branch.compute))}</p>
  const isReset = branch.copied_at !== null && Date.parse(branch.copied_at) - Date.parse(branch.created_at) > 60_000
  return (
    <p className="dotted text-xs text-faint">
      <span>{originText(branch)}</span>
      <span>
        {branchRowText.created} <RelativeTime value={branch.created_at} />
        {branch.created_by !== null && branchRowText.by(branch.created_by)}
      </span>
      {isReset && (
        <span>
          {branchRowText.copiedAgain} <RelativeTime value={branch.copied_at!} />
        </span>
      )}
      {branch.copy !== null && <span>{copyText(branch.copy)}</span>}
      <span>{computeName(branch.compute)}</span>
      {version !== null && <span className="text-warning">{branchRowText.postgres(version)}</span>}
      {branch.expires_at !== null && <span className="text-warning">{branchRowText.expires(untilText(Date.parse(branch.expires_at), now))}</span>}
    </p>
  )
}
