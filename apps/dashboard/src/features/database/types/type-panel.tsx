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

export type TypeAct = 'edit' | 'duplicate'

export interface TypePanelProps {
  readonly projectRef: string
  readonly item: TypeSummary
  readonly mayWrite: boolean
  readonly onAct: (act: TypeAct) => void
  readonly onClose: () => void
}

type Part = 'definition' | 'columns' | 'dependents'

/** A type: what it is made of, which columns hold its values, and what depends on it. */
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
          {item.kind === 'base' ? 'Base type' : `${item.kind[0]!.toUpperCase()}${item.kind.slice(1)}`} in {item.schema}, of {item.owner}
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
                  Duplicate
                </Button>
                <Button variant="primary" onClick={() => onAct('edit')}>
                  <Pencil aria-hidden className="max-sm:hidden" />
                  Edit
                </Button>
              </>
            )}
          </>
        )
      }
    >
      <Tabs<Part>
        label={`Parts of ${item.name}`}
        value={part}
        onValueChange={setPart}
        panelClassName="flex flex-col gap-4 p-4"
        tabs={[
          {
            value: 'definition',
            label: 'Definition',
            content: (
              <Loaded query={typeQuery(projectRef, item.id)} label="the type">
                {(row) => <Definition row={row} item={item} />}
              </Loaded>
            ),
          },
          { value: 'columns', label: 'Columns', content: <Columns projectRef={projectRef} item={item} /> },
          {
            value: 'dependents',
            label: 'Dependents',
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
          description={`This deletes the ${noun} ${item.name} for good. With cascade, columns of this type go with all their values.`}
          drop={(options) => dropByName({ kind: 'type', schema: item.schema, name: item.name }, options)}
          onClose={() => setIsDropping(false)}
          onDropped={() => {
            toast.success(`${item.name} deleted`)
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
          It is a part of the extension <span className="font-mono text-xs">{item.extension}</span>, and goes with it.
        </p>
      )}
      {row.kind === 'enum' && <Parts label="Values" parts={row.enums.map((value) => ({ name: value === '' ? '(empty)' : value }))} />}
      {row.attribute_details !== null && <Parts label="Attributes" parts={row.attribute_details.map(({ name, type }) => ({ name, detail: type }))} />}
      {row.domain !== null && (
        <Parts
          label="Rules"
          parts={[
            { name: row.domain.base_type },
            ...(row.domain.not_null ? [{ name: 'not null' }] : []),
            ...(row.domain.default_value === null ? [] : [{ name: 'default', detail: row.domain.default_value }]),
            ...row.domain.checks.map(({ name, expression, is_validated: isValidated }) => ({
              name,
              detail: expression,
              ...(!isValidated && { mark: 'not validated' }),
            })),
          ]}
        />
      )}
      {row.range !== null && (
        <Parts
          label="Range"
          parts={[
            { name: 'bounds', detail: row.range.subtype },
            { name: 'several of them', detail: `${row.range.multirange.schema ?? ''}.${row.range.multirange.name}` },
          ]}
        />
      )}
      {definition === null ? (
        <p className="text-soft">This type is implemented in C, so no single SQL statement creates it.</p>
      ) : (
        <DefinitionSql sql={definition} />
      )}
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
    <Loaded query={usesQuery(projectRef, item.id)} label="its columns">
      {(data) => (
        <>
          {data.columns.length === 0 ? (
            <p className="text-soft">No column of a table holds its values.</p>
          ) : (
            <ColumnUses label={`Columns of the type ${item.name}`} columns={data.columns} />
          )}
          {data.typed_tables.length > 0 && (
            <p className="text-soft">
              Tables that are made of it: <span className="font-mono text-xs wrap-anywhere">{data.typed_tables.join(', ')}</span>
            </p>
          )}
        </>
      )}
    </Loaded>
  )
}
