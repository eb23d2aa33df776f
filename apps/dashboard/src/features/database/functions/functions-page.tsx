import type { FunctionSummary } from '@colonnade/pg-meta/function-summaries'
import { Badge, EmptyState } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { FunctionSquare } from 'lucide-react'
import { useMayWrite } from '../../../scope/permissions.ts'
import { defaultSchema } from '../../../scope/schemas/default-schema.ts'
import { isSystemSchema } from '../../../scope/schemas/schemas.ts'
import { NewButton } from '../../../lib/object-page/new-button.tsx'
import type { ObjectColumn } from '../../../lib/object-page/object-list.tsx'
import { ObjectPage, type PageKind } from '../../../lib/object-page/object-page.tsx'
import { OpenedObject } from '../../../lib/object-page/opened-object.tsx'
import { SchemaFilter } from '../objects/schema-filter.tsx'
import { addressOf, isFormOpen } from '../../../lib/object-page/object-search.ts'
import type { DatabaseSearchProps } from '../objects/database-search.ts'
import { EntryButton } from '../../../lib/object-page/entry-button.tsx'
import { AggregatePanel } from './aggregate-panel.tsx'
import { FunctionForm } from './function-form.tsx'
import { FunctionPanel } from './function-panel.tsx'
import { functionQuery, functionsQuery } from './function-queries.ts'
import { RunPanel } from './run-panel.tsx'
import { LoadedPanel } from '../../../lib/object-page/loaded-panel.tsx'
import { functionsPageText } from './messages.ts'

export interface FunctionsPageProps extends DatabaseSearchProps {
  readonly projectRef: string
}

const kind: PageKind<FunctionSummary> = {
  title: functionsPageText.title,
  description: functionsPageText.description,
  noun: functionsPageText.noun,
  keyOf: ({ id }) => String(id),
  textOf: ({ name, argument_types, return_type, comment, type }) =>
    `${name} ${argument_types} ${return_type} ${comment ?? ''} ${type === 'function' ? '' : type}`,
}

/** Lists the functions, procedures and aggregates of a schema, to create, edit and run. */
export function FunctionsPage({ projectRef, search, onSearch }: FunctionsPageProps) {
  const schema = search.schema ?? defaultSchema
  const isAllowed = useMayWrite(projectRef, isFormOpen(search))
  const mayWrite = isAllowed && !isSystemSchema(schema)
  const list = useQuery(functionsQuery(projectRef, schema))
  const address = addressOf({ search, onSearch })
  const newButton = mayWrite && <NewButton noun={functionsPageText.noun} onClick={address.create} />
  const columns: readonly ObjectColumn<FunctionSummary>[] = [
    {
      label: functionsPageText.name,
      sortBy: ({ name }) => name,
      renderCell: (item, tabIndex) => <FunctionName item={item} tabIndex={tabIndex} onOpen={() => address.open(kind.keyOf(item))} />,
    },
    {
      label: functionsPageText.returns,
      className: 'w-44',
      sortBy: ({ return_type }) => return_type,
      renderCell: ({ return_type }) => (
        <span className="block truncate font-mono text-xs" title={return_type}>
          {return_type === '' ? <span className="font-sans text-faint">{functionsPageText.procedure}</span> : return_type}
        </span>
      ),
    },
    {
      label: functionsPageText.language,
      className: 'w-28',
      sortBy: ({ language }) => language,
      renderCell: ({ language, type }) => (type === 'aggregate' ? <span className="text-faint">–</span> : language),
    },
    {
      label: functionsPageText.behavior,
      className: 'w-28 max-xl:hidden',
      sortBy: ({ behavior }) => behavior,
      renderCell: ({ behavior, type }) => (type !== 'function' ? <span className="text-faint">–</span> : behavior.toLowerCase()),
    },
    {
      label: functionsPageText.security,
      className: 'w-28 max-lg:hidden',
      sortBy: ({ security_definer }) => security_definer,
      renderCell: ({ security_definer }) =>
        security_definer ? <Badge tone="warning">{functionsPageText.definer}</Badge> : <span className="text-soft">{functionsPageText.invoker}</span>,
    },
  ]
  return (
    <ObjectPage
      kind={kind}
      list={list}
      columns={columns}
      search={search}
      onSearch={onSearch}
      actions={newButton}
      filters={<SchemaFilter {...{ projectRef, schema, search, onSearch }} />}
      empty={
        <EmptyState icon={<FunctionSquare aria-hidden />} title={functionsPageText.empty(schema)} action={newButton}>
          {functionsPageText.emptyHint}
        </EmptyState>
      }
    >
      <OpenedObject
        items={list.data}
        keyOf={kind.keyOf}
        search={search}
        onSearch={onSearch}
        renderNew={
          mayWrite &&
          (() => (
            <FunctionForm
              projectRef={projectRef}
              work={{ kind: 'create', schema }}
              onClose={() => address.close()}
              onDone={({ schema: saved }) => address.leaveSaved({ schema: saved })}
            />
          ))
        }
        renderForm={({ id, name, type }, act) => {
          if (type === 'aggregate' || !(act === 'run' || (mayWrite && (act === 'edit' || act === 'duplicate')))) return null
          return (
            <LoadedPanel
              key={act}
              title={name}
              label={functionsPageText.loading}
              query={functionQuery(projectRef, id)}
              onClose={() => address.close()}
            >
              {(row) =>
                act === 'run' ? (
                  <RunPanel projectRef={projectRef} row={row} mayWrite={isAllowed} onClose={() => address.show()} />
                ) : (
                  <FunctionForm
                    projectRef={projectRef}
                    work={{ kind: act, original: row }}
                    onClose={() => address.show()}
                    // what was renamed or moved keeps its id, and is in the list of where it is now
                    onDone={({ schema: saved }) => address.leaveSaved({ schema: saved, ...(act === 'edit' && { open: search.open }) })}
                  />
                )
              }
            </LoadedPanel>
          )
        }}
        renderObject={(item) =>
          item.type === 'aggregate' ? (
            <AggregatePanel key={item.id} onClose={() => address.close()} {...{ projectRef, item, mayWrite }} />
          ) : (
            <FunctionPanel key={item.id} onAct={address.act} onClose={() => address.close()} {...{ projectRef, item, mayWrite }} />
          )
        }
      />
    </ObjectPage>
  )
}

function FunctionName({ item, tabIndex, onOpen }: { readonly item: FunctionSummary; readonly tabIndex: 0 | -1; readonly onOpen: () => void }) {
  return (
    <EntryButton tabIndex={tabIndex} onOpen={onOpen} className="flex-col">
      <span className="flex w-full min-w-0 items-baseline gap-2 font-mono text-xs">
        <span className="max-w-[60%] min-w-0 shrink-0 truncate" title={item.name}>
          {item.name}
        </span>
        <span className="min-w-0 flex-1 truncate text-faint" title={item.argument_types}>
          ({item.argument_types})
        </span>
        {item.type === 'aggregate' && <Badge tone="neutral">{functionsPageText.aggregate}</Badge>}
        {item.extension !== null && <Badge tone="neutral">{item.extension}</Badge>}
      </span>
      <span className="w-full truncate text-xs text-soft md:hidden">
        {item.return_type === '' ? functionsPageText.procedure : item.return_type} {item.type !== 'aggregate' && ` · ${item.language}`}
        {item.security_definer && functionsPageText.securityDefiner}
      </span>
    </EntryButton>
  )
}
