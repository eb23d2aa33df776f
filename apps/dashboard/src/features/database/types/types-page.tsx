import type { TypeSummary } from '@colonnade/pg-meta/type-summaries'
import { Badge, Button, EmptyState, Select } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Shapes } from 'lucide-react'
import { useState } from 'react'
import { useMayWrite } from '../../../scope/permissions.ts'
import { defaultSchema } from '../../../scope/schemas/default-schema.ts'
import { SchemaFilter } from '../objects/schema-filter.tsx'
import { isSystemSchema } from '../../../scope/schemas/schemas.ts'
import { NewButton } from '../../../lib/object-page/new-button.tsx'
import { ownerColumn } from '../objects/owner-column.tsx'
import type { ObjectColumn } from '../../../lib/object-page/object-list.tsx'
import { ObjectPage, type PageKind } from '../../../lib/object-page/object-page.tsx'
import { OpenedObject } from '../../../lib/object-page/opened-object.tsx'
import { addressOf, isFormOpen } from '../../../lib/object-page/object-search.ts'
import type { DatabaseSearchProps } from '../objects/database-search.ts'
import { CommentedEntry } from '../../../lib/object-page/commented-entry.tsx'
import { TypeForm } from './type-form.tsx'
import { TypePanel } from './type-panel.tsx'
import { typeQuery, typesQuery } from './type-queries.ts'
import { LoadedPanel } from '../../../lib/object-page/loaded-panel.tsx'
import { typesText } from './messages.ts'

export interface TypesPageProps extends DatabaseSearchProps {
  readonly projectRef: string
}

type Shown = 'all' | TypeSummary['kind']

const choices: readonly { readonly value: Shown; readonly label: string }[] = [
  { value: 'all', label: typesText.allKinds },
  { value: 'enum', label: typesText.enums },
  { value: 'composite', label: typesText.composites },
  { value: 'domain', label: typesText.domains },
  { value: 'range', label: typesText.ranges },
  { value: 'base', label: typesText.baseTypes },
]

const kind: PageKind<TypeSummary> = {
  title: typesText.title,
  description: typesText.description,
  noun: typesText.noun,
  keyOf: ({ id }) => String(id),
  textOf: ({ name, kind: what, made_of: made, comment }) => `${name} ${what} ${made} ${comment ?? ''}`,
}

/** Lists the types of a schema, to create, edit and delete them. */
export function TypesPage({ projectRef, search, onSearch }: TypesPageProps) {
  const schema = search.schema ?? defaultSchema
  const mayWrite = useMayWrite(projectRef, isFormOpen(search)) && !isSystemSchema(schema)
  const [shown, setShown] = useState<Shown>('all')
  const { data, error, refetch } = useQuery(typesQuery(projectRef, schema))
  const address = addressOf({ search, onSearch })
  const newButton = mayWrite && <NewButton noun={typesText.noun} onClick={address.create} />
  const columns: readonly ObjectColumn<TypeSummary>[] = [
    {
      label: typesText.name,
      sortBy: ({ name }) => name,
      renderCell: (item, tabIndex) => (
        <CommentedEntry
          tabIndex={tabIndex}
          onOpen={() => address.open(kind.keyOf(item))}
          item={item}
          summary={
            <span className="w-full truncate font-mono text-xs text-faint md:hidden">
              {item.kind} {item.made_of}
            </span>
          }
        >
          {item.extension !== null && <Badge tone="neutral">{item.extension}</Badge>}
        </CommentedEntry>
      ),
    },
    { label: typesText.kind, className: 'w-28', sortBy: (item) => item.kind, renderCell: (item) => item.kind },
    {
      label: typesText.definition,
      className: 'w-[40%]',
      sortBy: ({ made_of: parts }) => parts,
      renderCell: ({ made_of: made, parts }) => (
        <span className="flex min-w-0 items-baseline gap-2">
          <span className="min-w-0 truncate font-mono text-xs text-soft" title={made}>
            {made}
          </span>
          {parts !== null && <span className="ml-auto shrink-0 text-xs text-faint tabular-nums">{parts.toLocaleString('en')}</span>}
        </span>
      ),
    },
    ownerColumn,
  ]
  return (
    <ObjectPage
      kind={kind}
      list={{ data: data?.filter((item) => shown === 'all' || item.kind === shown), error, refetch }}
      columns={columns}
      search={search}
      onSearch={onSearch}
      actions={newButton}
      filters={
        <>
          <SchemaFilter {...{ projectRef, schema, search, onSearch }} />
          <Select<Shown> label={typesText.kind} value={shown} options={choices} onValueChange={setShown} size="sm" className="w-full md:w-36" />
        </>
      }
      empty={
        shown === 'all' ? (
          <EmptyState icon={<Shapes aria-hidden />} title={typesText.empty(schema)} action={newButton}>
            {typesText.emptyText}
          </EmptyState>
        ) : (
          <EmptyState
            icon={<Shapes aria-hidden />}
            title={typesText.noneOfKind(schema)}
            action={<Button onClick={() => setShown('all')}>{typesText.showAll}</Button>}
          >
            {typesText.noneOfKindText}
          </EmptyState>
        )
      }
    >
      <OpenedObject
        items={data}
        keyOf={kind.keyOf}
        search={search}
        onSearch={onSearch}
        renderNew={
          mayWrite &&
          (() => (
            <TypeForm
              projectRef={projectRef}
              work={{ kind: 'create', schema }}
              onClose={() => address.close()}
              onDone={({ schema: saved }) => address.leaveSaved({ schema: saved })}
            />
          ))
        }
        renderForm={({ id, name, kind: what }, act) =>
          what !== 'base' &&
          mayWrite &&
          (act === 'edit' || act === 'duplicate') && (
            <LoadedPanel key={act} title={name} label={typesText.label} query={typeQuery(projectRef, id)} onClose={() => address.close()}>
              {(original) => (
                <TypeForm
                  projectRef={projectRef}
                  work={{ kind: act, original }}
                  onClose={() => address.show()}
                  onDone={({ schema: saved }) => address.leaveSaved({ schema: saved })}
                />
              )}
            </LoadedPanel>
          )
        }
        renderObject={(item) => (
          <TypePanel projectRef={projectRef} item={item} mayWrite={mayWrite} onAct={address.act} onClose={() => address.close()} />
        )}
        gone={typesText.gone}
      />
    </ObjectPage>
  )
}
