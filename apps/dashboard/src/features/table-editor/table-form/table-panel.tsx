import { Button, Field, Input, Select, Textarea } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { tableNamesQuery } from '../../../scope/table-names.ts'
import type { Panel } from '../open/open.ts'
import { useOpen } from '../open/open-context.ts'
import type { PanelProps } from '../open/panels.tsx'
import { useTableForm } from './form-context.ts'
import { FormPanel, type CopyChoice } from './form-panel.tsx'
import { tablePanelText } from './messages.ts'
import { duplicateDraft } from './statements/creation.ts'
import { newTableDraft } from './model/table-draft.ts'
import { AccessSection, AdvancedSection } from './sections/access-section.tsx'
import { ChecksSection } from './sections/checks-section.tsx'
import { ColumnsSection } from './sections/columns-section.tsx'
import { CopySection } from './sections/copy-section.tsx'
import { ForeignKeysSection, IndexesSection, KeysSection } from './sections/keys-section.tsx'
import { PartitionSection } from './sections/partition-section.tsx'

type TableKind = 'table-new' | 'table-edit' | 'table-duplicate'

/** A table as a form: a new one, one that is there, or a copy of it. */
export function TablePanel({ of, ...panel }: PanelProps<Extract<Panel, { readonly kind: TableKind }>>) {
  const { data: names = [] } = useQuery(tableNamesQuery(panel.projectRef))
  const taken = (schema: string) => names.filter((table) => table.schema === schema).map(({ name }) => name)
  if (of.kind === 'table-new') {
    return (
      <FormPanel
        panel={panel}
        title={tablePanelText.newTable}
        tableId={null}
        start={() => newTableDraft(panel.schema)}
        submitLabel={tablePanelText.createTable}
        after={({ schema }, id) => ({ schema, table: String(id) })}
        renderBody={(_, copy) => <Body copy={copy} isNew isCopy={false} />}
      />
    )
  }
  const isCopy = of.kind === 'table-duplicate'
  return (
    <FormPanel
      panel={panel}
      title={isCopy ? tablePanelText.duplicateTable : tablePanelText.editTable}
      tableId={of.table}
      isCopy={isCopy}
      start={(loaded) =>
        loaded === null ? null : isCopy ? duplicateDraft(loaded.base.definition, taken(loaded.base.definition.schema)) : loaded.base.draft
      }
      submitLabel={isCopy ? tablePanelText.duplicateTable : tablePanelText.save}
      after={({ schema }, id) => ({ schema, table: String(id) })}
      renderBody={(_, copy) => <Body copy={copy} isNew={false} isCopy={isCopy} />}
    />
  )
}

interface BodyProps {
  readonly copy: CopyChoice
  readonly isNew: boolean
  readonly isCopy: boolean
}

function Body({ copy, isNew, isCopy }: BodyProps) {
  const { base, draft } = useTableForm()
  const parent = base?.definition.partition_of?.parent
  return (
    <>
      {parent !== undefined && parent !== null && (
        <p className="mx-4 mt-4 rounded-md border px-3 py-2 text-xs text-soft">
          {tablePanelText.partitionOf} <span className="font-mono">{`${parent.schema}.${parent.name}`}</span>
          {tablePanelText.partitionHint}
        </p>
      )}
      <Basics isNew={isNew} />
      {isCopy && copy.loaded !== null && <CopySection copy={copy} />}
      <ColumnsSection />
      <AccessSection />
      <KeysSection />
      <ForeignKeysSection />
      <ChecksSection />
      <IndexesSection />
      {(!isCopy || draft.partitionBy !== null) && <PartitionSection />}
      <AdvancedSection />
    </>
  )
}

/** Name, schema and comment. */
function Basics({ isNew }: { readonly isNew: boolean }) {
  const { draft, edit, errors, surroundings } = useTableForm()
  const { onOpen } = useOpen()
  const name = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isNew) name.current?.focus()
  }, [isNew])
  const schemas = surroundings.schemas.includes(draft.schema) ? surroundings.schemas : [draft.schema, ...surroundings.schemas]
  return (
    <div className="flex flex-col gap-3 p-4">
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-[2fr_1fr]">
        <Field label={tablePanelText.name} error={errors['name']}>
          <Input
            ref={name}
            isMono
            value={draft.name}
            placeholder={tablePanelText.namePlaceholder}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => edit((now) => ({ ...now, name: event.target.value }))}
          />
        </Field>
        <Field label={tablePanelText.schema} error={errors['schema']}>
          <Select
            value={draft.schema}
            options={schemas.map((schema) => ({ value: schema, label: schema }))}
            onValueChange={(schema) => edit((now) => ({ ...now, schema }))}
          />
        </Field>
      </div>
      <Field label={tablePanelText.comment} isOptional>
        <Textarea rows={1} value={draft.comment} onChange={(event) => edit((now) => ({ ...now, comment: event.target.value }))} />
      </Field>
      {isNew && (
        <Button
          size="sm"
          variant="ghost"
          className="self-start"
          onClick={() => onOpen({ kind: 'panel', panel: { kind: 'csv-import', into: 'new' } })}
        >
          <FileUp aria-hidden />
          {tablePanelText.importInstead}
        </Button>
      )}
    </div>
  )
}
