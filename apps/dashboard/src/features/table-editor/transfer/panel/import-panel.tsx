import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Panel } from '../../open/open.ts'
import type { PanelProps } from '../../open/panels.tsx'
import type { ImportDraft } from '../plan/draft.ts'
import { dismissImport, importRuns } from '../run/import-run.ts'
import { DraftPanel } from './draft-panel.tsx'
import { RunPanel } from './run-panel.tsx'

/** Imports rows of a file into a table: the choices, then the progress. A run in the background shows again. */
export function ImportPanel(props: PanelProps<Extract<Panel, { readonly kind: 'csv-import' }>>) {
  const { projectRef } = props
  const run = useSyncExternalStore(importRuns.subscribe, () => importRuns.of(projectRef))
  const [again, setAgain] = useState<ImportDraft | null>(null)
  useEffect(() => importRuns.attend(), [])
  if (run === null) return <DraftPanel {...props} initial={again} />
  return (
    <RunPanel
      {...props}
      run={run}
      onAgain={(draft) => {
        setAgain(draft)
        dismissImport(projectRef)
      }}
    />
  )
}
