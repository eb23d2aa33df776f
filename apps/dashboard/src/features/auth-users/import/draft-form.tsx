import { userFormatKeys, userFormats } from '@colonnade/contracts/auth/user-files/formats'
import { Button, Checkbox, Field, SegmentedControl, Select } from '@colonnade/ui'
import { CopyableText } from '../../../lib/code-text/code-text.tsx'
import { formatBytes } from '../../../lib/bytes.ts'
import { ColumnChoices } from './column-choices.tsx'
import { type ImportDraft, withFormat } from './draft.ts'
import { FirebaseFields } from './firebase-fields.tsx'
import { importTexts, draftFormText } from './messages.ts'

export interface DraftFormProps {
  readonly draft: ImportDraft
  readonly problem: string | null
  readonly onChange: (draft: ImportDraft) => void
  readonly onOther: () => void
}

/** What a file is, and how its users come. */
export function DraftForm({ draft, problem, onChange, onOther }: DraftFormProps) {
  const { file, format, kind, columns } = draft
  return (
    <div className="flex flex-col gap-5 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2 rounded-md border bg-surface px-3 py-2">
        <p className="min-w-0 wrap-anywhere">
          {file.name} <span className="text-faint">{formatBytes(file.size)}</span>
        </p>
        <Button size="sm" onClick={onOther}>
          {importTexts.anotherFile}
        </Button>
      </div>
      <Field label={draftFormText.format} hint={userFormats[format].hint}>
        <Select
          value={format}
          onValueChange={(next) => void withFormat(draft, next).then(onChange)}
          options={userFormatKeys.map((value) => ({ value, label: userFormats[value].label }))}
        />
      </Field>
      {format === 'firebase' && <FirebaseFields value={draft.firebase} onChange={(firebase) => onChange({ ...draft, firebase })} />}
      {format === 'plain' && columns.length > 0 && <ColumnChoices columns={columns} onChange={(next) => onChange({ ...draft, columns: next })} />}
      {format === 'colonnade' && kind === 'csv' && !draft.head.split('\n', 1)[0]!.includes('identities') && (
        <div className="flex flex-col gap-2">
          <p className="text-xs text-faint">{importTexts.identitiesHint}</p>
          <CopyableText text={importTexts.peerQuery} language="plain" label={draftFormText.query} />
        </div>
      )}
      {problem !== null && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-col gap-1.5">
        <p className="text-sm font-medium">{draftFormText.existing}</p>
        <SegmentedControl
          label={draftFormText.existing}
          className="self-start"
          value={draft.onExisting}
          onValueChange={(onExisting) => onChange({ ...draft, onExisting })}
          options={[
            { value: 'skip', label: draftFormText.skip },
            { value: 'update', label: draftFormText.update },
          ]}
        />
        <p className="text-xs text-faint">{draft.onExisting === 'skip' ? draftFormText.skipHint : draftFormText.updateHint}</p>
      </div>
      <Checkbox
        isChecked={draft.dropsHashes}
        onCheckedChange={(dropsHashes) => onChange({ ...draft, dropsHashes })}
        label={draftFormText.withoutPassword}
      />
      <Checkbox
        isChecked={draft.isConfirmed}
        onCheckedChange={(isConfirmed) => onChange({ ...draft, isConfirmed })}
        label={draftFormText.confirmed}
      />
    </div>
  )
}
