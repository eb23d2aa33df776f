import type { Organization } from '@colonnade/contracts/organizations/organizations'
import type { ProjectTransferPreview } from '@colonnade/contracts/projects/project-transfers'
import type { Project } from '@colonnade/contracts/projects/projects'
import { ConfirmDialog, Field, Select, Skeleton, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { transferDialogText } from './messages.ts'
import { transferPreviewQuery, useTransferProject } from './transfer-queries.ts'
import { gainingText, goesAlong, staysBehind } from './transfer-words.ts'

export interface TransferDialogProps {
  readonly project: Project
  /** What the organization is called that has it now. */
  readonly from: string
  /** Those that it can go to; at least one. */
  readonly others: readonly Organization[]
  readonly onClose: () => void
}

/** Asks for an organization, and shows the effects of a transfer before it starts. */
export function TransferDialog({ project, from, others, onClose }: TransferDialogProps) {
  const [to, setTo] = useState(others[0]!.slug)
  const { data: preview, error, refetch } = useQuery(transferPreviewQuery(project.ref, to))
  const transfer = useTransferProject(project)
  const chosen = others.find(({ slug }) => slug === to)
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={transferDialogText.transfer(project.name)}
      description={transferDialogText.movesProjectOutWithout(from)}
      typedName={project.name}
      confirmLabel={transferDialogText.transferProject}
      isConfirmDisabled={preview === undefined || preview.refusals.length > 0}
      onConfirm={async () => {
        await transfer.mutateAsync(to)
        toast.success(transferDialogText.transferred(project.name, chosen?.name ?? to))
      }}
    >
      <Field label={transferDialogText.organization}>
        <Select
          value={to}
          onValueChange={setTo}
          options={others.map(({ slug, name, plan }) => ({ value: slug, label: transferDialogText.plan(name, plan.name) }))}
        />
      </Field>
      <div aria-live="polite" aria-busy={preview === undefined && error === null} className="flex flex-col gap-3 text-sm">
        {preview !== undefined ? (
          <Consequences preview={preview} from={from} />
        ) : error !== null ? (
          <ErrorNotice error={error} subject={transferDialogText.loadFailed} projectRef={project.ref} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-32 w-full" />
        )}
      </div>
    </ConfirmDialog>
  )
}

function Consequences({ preview, from }: { readonly preview: ProjectTransferPreview; readonly from: string }) {
  if (preview.refusals.length > 0) return <Lines title={transferDialogText.cantTransferYet} lines={preview.refusals} className="text-danger" />
  return (
    <>
      <Lines title={transferDialogText.transferredLabel} lines={goesAlong(preview)} />
      <Lines title={transferDialogText.notTransferred} lines={staysBehind(preview, from)} />
      {preview.gaining_count > 0 && <p>{gainingText(preview)}</p>}
    </>
  )
}

function Lines({ title, lines, className }: { readonly title: string; readonly lines: readonly string[]; readonly className?: string }) {
  return (
    <div className={className}>
      <p className="font-medium">{title}</p>
      <ul aria-label={title} className="list-disc pl-5 wrap-anywhere">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
