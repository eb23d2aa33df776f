import { dropByName } from '@colonnade/pg-meta/drops'
import type { TypeSummary } from '@colonnade/pg-meta/type-summaries'
import { Badge, Button, Tabs, toast } from '@colonnade/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, Pencil } from 'lucide-react'
import { useState } from 'react'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { DropDialog } from '../../../scope/drops/drop-dialog.tsx'
import { refreshProjectData } from '../../../scope/keys/keys.ts'
import { ColumnUses } from './column-uses.tsx'
import { definitionOf } from './type-draft.ts'
import { DeleteButton } from '../../../lib/object-page/delete-button.tsx'
import { DefinitionSql } from '../objects/definition-sql.tsx'
import { GonePanel } from '../../../lib/object-page/gone-panel.tsx'
import { typeQuery, usesQuery, type TypeDefinition } from './type-queries.ts'
import { Loaded } from '../../../scope/loaded/loaded.tsx'
import { Dependents } from '../objects/dependents.tsx'
import { typeText } from './messages.ts'

export type TypeAct = 'edit' | 'duplicate'

export interface TypePanelProps {
  readonly projectRef: string
  readonly item: TypeSummary
  readonly mayWrite: boolean
  readonly onAct: (act: TypeAct) => void
  readonly onClose: () => void
}

type Part = 'definition' | 'columns' | 'dependents'

/** Shows a type's definition, the columns that use it, and its dependents. */
export function TypePanel({ projectRef, item, mayWrite, onAct, onClose }: TypePanelProps) {
  const client = useQueryClient()
  const [part, setPart] = useState<Part>('definition')
  const [isDropping, setIsDropping] = useState(false)
  const isGone = useQuery(typeQuery(projectRef, item.id)).data === null
  if (isGone) return <GonePanel onClose={onClose} />
  const noun = item.kind === 'domain' ? 'domain' : 'type'
  return (
    <SidePanel
      title={item.name}
      description={
        <>
          {typeText.where(typeText.kinds[item.kind], item.schema, item.owner)}
          {item.comment !== null && <span className="block wrap-anywhere">{item.comment}</span>}
        </>
      }
      onClose={onClose}
      footer={
        mayWrite && (
          <>
            <DeleteButton noun={noun} onClick={() => setIsDropping(true)} />
            {item.kind !== 'base' && (
              <>
                <Button onClick={() => onAct('duplicate')}>
                  <Copy aria-hidden className="max-sm:hidden" />
                  {typeText.duplicate}
                </Button>
                <Button variant="primary" onClick={() => onAct('edit')}>
                  <Pencil aria-hidden className="max-sm:hidden" />
                  {typeText.edit}
                </Button>
              </>
            )}
          </>
        )
      }
    >
      <Tabs<Part>
        label={typeText.parts(item.name)}
        value={part}
        onValueChange={setPart}
        panelClassName="flex flex-col gap-4 p-4"
        tabs={[
          {
            value: 'definition',
            label: typeText.definition,
            content: (
              <Loaded query={typeQuery(projectRef, item.id)} label={typeText.label}>
                {(row) => <Definition row={row} item={item} />}
              </Loaded>
            ),
          },
          { value: 'columns', label: typeText.columns, content: <Columns projectRef={projectRef} item={item} /> },
          {
            value: 'dependents',
            label: typeText.dependents,
            content: <Dependents projectRef={projectRef} target={{ catalog: 'pg_type', id: item.id }} />,
          },
        ]}
      />
      {isDropping && (
        <DropDialog
          projectRef={projectRef}
          target={{ catalog: 'pg_type', id: item.id }}
          noun={noun}
          name={item.name}
          description={typeText.deleteText(noun, item.name)}
          drop={(options) => dropByName({ kind: 'type', schema: item.schema, name: item.name }, options)}
          onClose={() => setIsDropping(false)}
          onDropped={() => {
            toast.success(typeText.deleted(item.name))
            void refreshProjectData(client, projectRef)
            onClose()
          }}
        />
      )}
    </SidePanel>
  )
}

function Definition({ row, item }: { readonly row: TypeDefinition; readonly item: TypeSummary }) {
  const definition = definitionOf(row)
  return (
    <>
      {item.extension !== null && (
        <p className="text-soft">
          {typeText.extension} <span className="font-mono text-xs">{item.extension}</span> {typeText.extensionRest}
        </p>
      )}
      {row.kind === 'enum' && (
        <Parts label={typeText.values} parts={row.enums.map((value) => ({ name: value === '' ? typeText.emptyValue : value }))} />
      )}
      {row.attribute_details !== null && (
        <Parts label={typeText.attributes} parts={row.attribute_details.map(({ name, type }) => ({ name, detail: type }))} />
      )}
      {row.domain !== null && (
        <Parts
          label={typeText.rules}
          parts={[
            { name: row.domain.base_type },
            ...(row.domain.not_null ? [{ name: 'not null' }] : []),
            ...(row.domain.default_value === null ? [] : [{ name: 'default', detail: row.domain.default_value }]),
            ...row.domain.checks.map(({ name, expression, is_validated: isValidated }) => ({
              name,
              detail: expression,
              ...(!isValidated && { mark: typeText.notValidated }),
            })),
          ]}
        />
      )}
      {row.range !== null && (
        <Parts
          label={typeText.range}
          parts={[
            { name: typeText.bounds, detail: row.range.subtype },
            { name: typeText.multirange, detail: `${row.range.multirange.schema ?? ''}.${row.range.multirange.name}` },
          ]}
        />
      )}
      {definition === null ? <p className="text-soft">{typeText.noSql}</p> : <DefinitionSql sql={definition} />}
    </>
  )
}

interface PartLine {
  readonly name: string
  readonly detail?: string
  readonly mark?: string
}

function Parts({ label, parts }: { readonly label: string; readonly parts: readonly PartLine[] }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-xs text-faint">
        {label} ({parts.length.toLocaleString('en')})
      </h3>
      <ol className="flex max-h-72 flex-col overflow-y-auto rounded-md border font-mono text-xs">
        {parts.map(({ name, detail, mark }, index) => (
          <li key={`${index} ${name}`} className="flex gap-3 border-b px-3 py-1.5 last:border-b-0">
            <span className="wrap-anywhere">{name}</span>
            {detail !== undefined && <span className="wrap-anywhere text-soft">{detail}</span>}
            {mark !== undefined && <Badge tone="warning">{mark}</Badge>}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Columns({ projectRef, item }: { readonly projectRef: string; readonly item: TypeSummary }) {
  return (
    <Loaded query={usesQuery(projectRef, item.id)} label={typeText.columnsLabel}>
      {(data) => (
        <>
          {data.columns.length === 0 ? (
            <p className="text-soft">{typeText.noColumns}</p>
          ) : (
            <ColumnUses label={typeText.columnsOf(item.name)} columns={data.columns} />
          )}
          {data.typed_tables.length > 0 && (
            <p className="text-soft">
              {typeText.typedTables} <span className="font-mono text-xs wrap-anywhere">{data.typed_tables.join(', ')}</span>
            </p>
          )}
        </>
      )}
    </Loaded>
  )
}
