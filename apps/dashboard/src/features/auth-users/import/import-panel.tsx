import { UnreadableFile } from '@colonnade/contracts/auth/user-files/imported-user'
import { Button, ErrorAlert, Progress } from '@colonnade/ui'
import { formatBytes, formatNumber } from '../../../lib/bytes.ts'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { DraftForm } from './draft-form.tsx'
import { problemOf, startDraft } from './draft.ts'
import { FilePicker } from './file-picker.tsx'
import { importTexts, importPanelText } from './messages.ts'
import { Outcome } from './outcome.tsx'
import { type Import, type Stage, useImport } from './use-import.ts'

export interface ImportPanelProps {
  readonly projectRef: string
  readonly onClose: () => void
}

/** Imports users from a file: what it is, what would come of it, and then the import. */
export function ImportPanel({ projectRef, onClose }: ImportPanelProps) {
  const importing = useImport(projectRef)
  const { stage } = importing
  return (
    <SidePanel
      title={importTexts.title}
      description={importTexts.description}
      isDirty={stage.kind === 'running' && !stage.isTrial}
      footer={<Footer importing={importing} onClose={onClose} />}
      onClose={onClose}
      {...(stage.kind === 'draft' && problemOf(stage.draft) === null && { onSubmit: () => importing.check(stage.draft) })}
    >
      <Body importing={importing} />
    </SidePanel>
  )
}

function Body({ importing: { stage, show } }: { readonly importing: Import }) {
  if (stage.kind === 'choose') return <FilePicker onFile={(file) => void startDraft(file).then((draft) => show({ kind: 'draft', draft }))} />
  if (stage.kind === 'draft') {
    return (
      <DraftForm
        draft={stage.draft}
        problem={problemOf(stage.draft)}
        onChange={(draft) => show({ kind: 'draft', draft })}
        onOther={() => show({ kind: 'choose' })}
      />
    )
  }
  return (
    <div className="flex flex-col gap-5 p-4">
      <p className="min-w-0 wrap-anywhere">
        {stage.draft.file.name} <span className="text-faint">{formatBytes(stage.draft.file.size)}</span>
      </p>
      {stage.kind === 'running' && <Running stage={stage} />}
      {stage.kind === 'checked' && <output className="block text-base">{isNothing(stage) ? importTexts.nothing : importPanelText.unchanged}</output>}
      {stage.kind === 'done' && <output className="block text-base">{importTexts.imported(countOf(stage))}</output>}
      {stage.kind === 'cancelled' && <output className="block text-base">{importTexts.cancelled(countOf(stage))}</output>}
      {stage.kind === 'failed' && <Failure stage={stage} />}
      {stage.kind !== 'running' && <Outcome tally={stage.tally} isTrial={stage.kind === 'checked' || (stage.kind === 'failed' && stage.isTrial)} />}
    </div>
  )
}

type Of<Kind extends Stage['kind']> = Extract<Stage, { readonly kind: Kind }>

const countOf = ({ tally: { created, updated } }: Pick<Of<'done'>, 'tally'>): number => created + updated
const isNothing = (stage: Of<'checked'>): boolean => countOf(stage) === 0

function Running({ stage: { isTrial, tally, total } }: { readonly stage: Of<'running'> }) {
  const share = total === 0 ? 0 : tally.bytes / total
  const rows = tally.created + tally.updated + tally.skipped + tally.refused
  return (
    <div className="flex flex-col gap-3">
      <Progress label={importTexts.title} value={Math.round(share * 1_000)} max={1_000} className="[&>div]:h-1.5" />
      <p className="tabular-nums">
        {formatNumber(rows)} {rows === 1 ? 'row' : 'rows'} {isTrial ? 'checked' : 'done'}
        {tally.refused > 0 && `, ${formatNumber(tally.refused)} refused`}
      </p>
      <p className="text-xs text-faint">{isTrial ? importTexts.checking : importTexts.importing}</p>
      {tally.isWaiting && <output className="block text-sm text-warning">{importTexts.waiting}</output>}
    </div>
  )
}

function Failure({ stage }: { readonly stage: Of<'failed'> }) {
  return (
    <div className="flex flex-col gap-3">
      {!stage.isTrial && <p className="text-base">{importTexts.failed(countOf(stage))}</p>}
      {stage.error instanceof UnreadableFile ? (
        <ErrorAlert message={stage.error.message} />
      ) : (
        <ErrorNotice error={stage.error} subject={importPanelText.failed} />
      )}
    </div>
  )
}

function Footer({ importing: { stage, show, check, run, cancel }, onClose }: { readonly importing: Import; readonly onClose: () => void }) {
  if (stage.kind === 'choose') return <Button onClick={onClose}>{importTexts.cancel}</Button>
  if (stage.kind === 'running') return <Button onClick={cancel}>{importTexts.cancel}</Button>
  if (stage.kind === 'done') {
    return (
      <Button variant="primary" onClick={onClose}>
        {importTexts.done}
      </Button>
    )
  }
  const { draft } = stage
  const goBack = (
    <Button onClick={stage.kind === 'draft' ? onClose : () => show({ kind: 'draft', draft })}>
      {stage.kind === 'draft' ? importTexts.cancel : importTexts.back}
    </Button>
  )
  if (stage.kind === 'checked') {
    return (
      <>
        {goBack}
        <Button variant="primary" disabled={isNothing(stage)} onClick={() => run(draft)}>
          {importTexts.start(countOf(stage))}
        </Button>
      </>
    )
  }
  const isTrial = stage.kind === 'draft' || (stage.kind === 'failed' && stage.isTrial)
  return (
    <>
      {goBack}
      <Button variant="primary" disabled={problemOf(draft) !== null} onClick={() => (isTrial ? check(draft) : run(draft))}>
        {isTrial ? importTexts.check : importTexts.resume}
      </Button>
    </>
  )
}
