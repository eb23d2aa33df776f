import { Button } from '@colonnade/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Panel } from '../../open/open.ts'
import type { PanelProps } from '../../open/panels.tsx'
import { SidePanel } from '../../../../lib/panels/side-panel.tsx'
import { entityQuery } from '../../queries.ts'
import type { ImportDraft } from '../plan/draft.ts'
import { cancelImport, dismissImport, importRuns, type ImportRun } from '../run/import-run.ts'
import { runPanelText } from './messages.ts'
import { RunDone } from './run-done.tsx'
import { RunFailed } from './run-failed.tsx'
import { RunProgress } from './run-progress.tsx'

export interface RunPanelProps extends PanelProps<Extract<Panel, { readonly kind: 'csv-import' }>> {
  readonly run: ImportRun
  /** Back to the form, with the same file. */
  readonly onAgain: (draft: ImportDraft) => void
}

/** How an import goes, and how it ended. Closing the panel leaves a run running. */
export function RunPanel({ projectRef, run, onClose, onDone, onDoneAt, onAgain }: RunPanelProps) {
  const queryClient = useQueryClient()
  const { state, order } = run
  const { schema, table } = order.plan
  const openTable = async () => {
    const entity = await queryClient.fetchQuery({ ...entityQuery(projectRef, { schema, name: table }), staleTime: 0 }).catch(() => null)
    dismissImport(projectRef)
    if (entity === null) onDone()
    else onDoneAt({ schema, table: String(entity.id) })
  }
  const onEnd = useEffectEvent((ended: ImportRun) => {
    if (ended.order.projectRef === projectRef && ended.state.kind === 'done' && ended.progress?.bad_rows === 0) void openTable()
  })
  useEffect(() => importRuns.onEnd((ended) => onEnd(ended)), [])
  const close = () => {
    if (state.kind !== 'running') dismissImport(projectRef)
    onClose()
  }
  return (
    <SidePanel
      title={titles[state.kind]}
      size="wide"
      description={runPanelText.source(order.draft.isPasted ? null : order.draft.file.name, `${schema}.${table}`)}
      onClose={close}
      footer={
        state.kind === 'running' ? (
          <>
            <Button variant="ghost" className="mr-auto" isPending={state.isCancelling} onClick={() => void cancelImport(projectRef)}>
              {runPanelText.cancelImport}
            </Button>
            <Button onClick={onClose}>{runPanelText.continueInBackground}</Button>
          </>
        ) : (
          <>
            <Button onClick={close}>{runPanelText.close}</Button>
            {state.kind === 'done' ? (
              <Button variant="primary" onClick={() => void openTable()}>
                {runPanelText.open(table.length > 30 ? null : table)}
              </Button>
            ) : (
              <Button variant="primary" onClick={() => onAgain(order.draft)}>
                {runPanelText.changeTryAgain}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="flex flex-col gap-4 p-4">
        {state.kind === 'running' && <RunProgress run={run} />}
        {state.kind === 'done' && <RunDone run={run} />}
        {state.kind === 'failed' && <RunFailed run={run} failure={state.failure} onAgain={onAgain} />}
        {state.kind === 'cancelled' && (
          <output className="block">
            {order.plan.create ? runPanelText.notCreated(`${schema}.${table}`) : runPanelText.unchanged(`${schema}.${table}`)}
          </output>
        )}
      </div>
    </SidePanel>
  )
}

const titles: Readonly<Record<ImportRun['state']['kind'], string>> = {
  running: runPanelText.importingRows,
  done: runPanelText.rowsImported,
  failed: runPanelText.importFailed,
  cancelled: runPanelText.importCancelled,
}
