import { Button } from '@colonnade/ui'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { formatBytes } from '../../../../lib/bytes.ts'
import { messageOf } from '../../../../lib/error-notice.tsx'
import type { Panel } from '../../open/open.ts'
import type { PanelProps } from '../../open/panels.tsx'
import { SidePanel } from '../../../../lib/panels/side-panel.tsx'
import { numberText } from '../../../../lib/texts/rows-text.ts'
import type { ImportDraft } from '../plan/draft.ts'
import { planImport } from '../plan/import-plan.ts'
import { startDraft, takesRows } from '../plan/start-draft.ts'
import { readSample, type Sample } from '../reading/sample.ts'
import { startImport } from '../run/import-run.ts'
import { DraftForm } from './draft-form.tsx'
import { Notes } from './notes.tsx'
import { offeredFile, offerFile } from '../page/offered-file.ts'
import { draftPanelText } from './messages.ts'
import { SourcePicker } from './source-picker.tsx'

export interface DraftPanelProps extends PanelProps<Extract<Panel, { readonly kind: 'csv-import' }>> {
  /** Of a run that failed, to be changed. */
  readonly initial: ImportDraft | null
}

/** Chooses what to import and how, before it runs. */
export function DraftPanel({ of, projectRef, schema, entity, onClose, initial }: DraftPanelProps) {
  const [draft, setDraft] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  const dropped = useSyncExternalStore(offeredFile.subscribe, offeredFile.get)
  const take = async (file: File, isPasted: boolean) => {
    setProblem(null)
    try {
      setDraft(await startDraft({ file, isPasted, schema, entity, into: of.into }))
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  useEffect(() => {
    if (dropped === null) return
    offerFile(null)
    void take(dropped, false)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each file
  }, [dropped])
  const sample = draft === null ? null : readSample(draft.head, draft.settings)
  const planned = draft === null || sample === null ? null : planImport({ sample, settings: draft.settings, choices: draft.choices, entity })
  const submit = () => {
    if (draft !== null && planned?.kind === 'plan') void startImport({ projectRef, plan: planned.plan, draft })
  }
  return (
    <SidePanel
      title={draftPanelText.importRows}
      size="wide"
      description={draft === null ? undefined : `${draft.isPasted ? draftPanelText.pastedText : draft.file.name}, ${formatBytes(draft.file.size)}`}
      isDirty={draft !== null}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          {draft !== null && (
            <Button variant="ghost" className="mr-auto" onClick={() => setDraft(null)}>
              {draftPanelText.anotherFile}
            </Button>
          )}
          <Button onClick={onClose}>{draftPanelText.close}</Button>
          {draft !== null && sample !== null && (
            <Button variant="primary" disabled={planned?.kind !== 'plan'} onClick={submit}>
              {importLabel(draft.file, sample)}
            </Button>
          )}
        </>
      }
    >
      {problem !== null && (
        <div role="alert" className="px-4 pt-4">
          <Notes problems={[problem]} />
        </div>
      )}
      {draft === null || sample === null || planned === null ? (
        <SourcePicker
          onFile={(file) => void take(file, false)}
          onText={(text) => void take(new File([text], 'pasted text', { type: 'text/plain' }), true)}
        />
      ) : (
        <DraftForm
          key={`${draft.file.name} ${draft.file.size} ${draft.file.lastModified}`}
          projectRef={projectRef}
          entity={takesRows(entity) ? entity : null}
          draft={draft}
          sample={sample}
          planned={planned}
          onDraft={(change) => setDraft({ ...draft, ...change })}
        />
      )}
    </SidePanel>
  )
}

/** With the number of rows where it is known, else with a guess from the rows in the head. */
function importLabel(file: File, sample: Sample): string {
  const { length } = sample.rows
  if (length === 0) return draftPanelText.import
  if (sample.isComplete) return draftPanelText.importCount(numberText(length), length)
  const guess = (file.size / Math.max(1, sample.bytes)) * length
  const step = 10 ** Math.max(0, Math.floor(Math.log10(guess)) - 1)
  return draftPanelText.importAbout(numberText(Math.round(guess / step) * step))
}
