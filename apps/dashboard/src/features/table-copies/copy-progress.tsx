import type { LeftOut, TableCopy } from '@colonnade/contracts/copies/table-copies'
import { Button, buttonClass, ErrorAlert, Progress, toast } from '@colonnade/ui'
import { Check } from 'lucide-react'
import { formatNumber } from '../../lib/bytes.ts'
import { failureText } from '../../lib/error-notice.tsx'
import { AppLink } from '../../lib/links/app-link.tsx'
import { paths } from '../../paths.ts'
import { shownName } from './choose-table.ts'
import { tableCopyProgressText as texts, tableCopyText } from './messages.ts'
import { type CopyAddress, useCancelCopy } from './queries.ts'

export interface CopyProgressProps {
  readonly address: CopyAddress
  readonly copy: TableCopy
  /** Name of the project that the table is copied into. */
  readonly projectName: string
  /** Goes back to the choice of a table. */
  readonly onAgain: () => void
  readonly onClose: () => void
}

/** Keeps the focus in the dialog when the button that had it is replaced. */
function takeFocus(place: HTMLElement | null): void {
  if (place?.closest('[role=dialog]')?.contains(document.activeElement) === false) place.focus()
}

/** Shows how far a copy is, then its result. */
export function CopyProgress({ address, copy, projectName, onAgain, onClose }: CopyProgressProps) {
  const { schema, status, table_id: tableId, target_name: name } = copy
  const close = <Button onClick={onClose}>{tableCopyText.close}</Button>
  if (status === 'COPYING') return <Running address={address} copy={copy} onClose={onClose} />
  return (
    <div ref={takeFocus} tabIndex={-1} className="flex flex-col gap-3 text-sm outline-none">
      <div aria-live="polite" className="flex flex-col gap-3">
        {status === 'COMPLETED' && (
          <p className="flex items-center gap-2 font-medium wrap-anywhere">
            <Check aria-hidden className="size-4 shrink-0 text-accent" />
            {texts.done(formatNumber(copy.rows), copy.rows === 1, shownName({ schema, name }), projectName)}
          </p>
        )}
        {status === 'CANCELLED' && <p>{texts.cancelled}</p>}
        {status === 'FAILED' && <ErrorAlert message={copy.problem ?? ''} advice={null} />}
      </div>
      {copy.left_out.length > 0 && <Left leftOut={copy.left_out} />}
      <div className="flex flex-wrap justify-end gap-2 pt-1">
        {status === 'COMPLETED' ? (
          <>
            <Button onClick={onAgain}>{texts.another}</Button>
            {close}
            {tableId !== null && (
              <AppLink href={paths.project.table(address.ref, { schema, id: tableId })} className={buttonClass({ variant: 'primary' })}>
                {texts.open}
              </AppLink>
            )}
          </>
        ) : (
          <>
            {close}
            <Button variant="primary" onClick={onAgain}>
              {texts.again}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

function Running({ address, copy, onClose }: Omit<CopyProgressProps, 'onAgain' | 'projectName'>) {
  const cancel = useCancelCopy(address)
  const { rows, rows_estimate: estimate, schema, name, target_name: target, step } = copy
  // estimates can be lower than what is there
  const all = estimate === null || estimate < rows ? null : estimate
  return (
    <div ref={takeFocus} tabIndex={-1} className="flex flex-col gap-3 text-sm outline-none">
      <p className="font-medium wrap-anywhere">{texts.copying(shownName({ schema, name }), shownName({ schema, name: target }))}</p>
      <Progress label={texts.progress} value={step === 'keys' ? 100 : all === null || all === 0 ? null : (rows / all) * 100} />
      <p aria-live="polite" className="text-soft tabular-nums">
        {step === null ? texts.starting : texts.steps[step]}
        {rows > 0 && (
          <span className="text-faint"> · {texts.rows(formatNumber(rows), all === null ? null : formatNumber(all), (all ?? rows) === 1)}</span>
        )}
      </p>
      <p className="text-faint">{texts.leave}</p>
      <div className="flex justify-end gap-2 pt-1">
        <Button
          isPending={cancel.isPending}
          onClick={() => cancel.mutate(copy.id, { onError: (error) => toast.error(failureText(texts.toCancel, error)) })}
        >
          {texts.cancelCopy}
        </Button>
        <Button onClick={onClose}>{tableCopyText.close}</Button>
      </div>
    </div>
  )
}

function Left({ leftOut }: { readonly leftOut: readonly LeftOut[] }) {
  return (
    <section aria-label={texts.leftOut} className="flex flex-col gap-1 rounded-md border border-warning/40 bg-warning-tint px-3 py-2">
      <h3 className="font-medium">{texts.leftOut}</h3>
      <ul className="flex max-h-48 flex-col gap-1 overflow-y-auto">
        {leftOut.map(({ kind, name, reason }) => (
          <li key={`${kind} ${name}`} className="wrap-anywhere">
            {texts.left[kind](name ?? '')}
            {reason !== null && <span className="text-soft">: {reason}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
