import type { Entity } from '@colonnade/pg-meta'
import { lazy, Suspense, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { loaded } from '../../../lib/late/loaded.ts'
import { useOpen } from '../open/open-context.ts'
import { exportDialog } from './export/export-dialog-state.ts'
import { transfersText } from './messages.ts'
import { DropOverlay } from './page/drop-overlay.tsx'
import { offerFile } from './page/offered-file.ts'
import { takesRows } from './plan/start-draft.ts'
import { dismissImport, importRuns } from './run/import-run.ts'

const ExportDialog = lazy(loaded(() => import('./export/export-dialog.tsx'), 'ExportDialog'))
const ImportPill = lazy(loaded(() => import('./page/import-pill.tsx'), 'ImportPill'))

export interface TransfersProps {
  readonly projectRef: string
  readonly entity: Entity | null
  readonly isWriter: boolean
  /** Fetches list and relation again, after rows or a table came. */
  readonly onRefresh: () => void
}

/** What of imports and exports stands in the page besides the panel: the place to drop a file, an import that goes on, the export dialog. */
export function Transfers({ projectRef, entity, isWriter, onRefresh }: TransfersProps) {
  const { open, onOpen } = useOpen()
  const isExporting = useSyncExternalStore(exportDialog.subscribe, () => exportDialog.get() !== null)
  const run = useSyncExternalStore(importRuns.subscribe, () => importRuns.of(projectRef))
  const isPanelOpen = open.kind === 'panel' && open.panel.kind === 'csv-import'
  const show = () => onOpen({ kind: 'panel', panel: { kind: 'csv-import' } })
  const refresh = useEffectEvent(onRefresh)
  useEffect(() => importRuns.onEnd(({ state }) => state.kind === 'done' && refresh()), [])
  return (
    <>
      {isWriter && run?.state.kind !== 'running' && (
        <DropOverlay
          text={takesRows(entity) ? transfersText.dropInto(entity.name) : transfersText.dropIntoNew}
          onFile={(file) => {
            dismissImport(projectRef)
            offerFile(file)
            if (!isPanelOpen) show()
          }}
        />
      )}
      {run !== null && !isPanelOpen && (
        <Suspense>
          <ImportPill run={run} onOpen={show} />
        </Suspense>
      )}
      {isExporting && (
        <Suspense>
          <ExportDialog />
        </Suspense>
      )}
    </>
  )
}
