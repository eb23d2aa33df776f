import type { FunctionSummary } from '@colonnade/pg-meta/function-summaries'
import { Badge, EmptyState } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { FunctionSquare } from 'lucide-react'
import { useMayWrite } from '../../../scope/permissions.ts'
import { defaultSchema } from '../../../scope/schemas/default-schema.ts'
import { SchemaPicker } from '../../../scope/schemas/schema-picker.tsx'
import { isSystemSchema } from '../../../scope/schemas/schemas.ts'
import { NewButton } from '../objects/new-button.tsx'
import { ObjectPage, type ObjectColumn } from '../objects/object-page.tsx'
import { isFormOpen, type SearchProps } from '../objects/object-search.ts'
import { GonePanel } from '../objects/gone-panel.tsx'
import { useLastThere } from '../objects/use-last-there.ts'
import { EntryButton } from '../objects/entry-button.tsx'
import { AggregatePanel } from './aggregate-panel.tsx'
import { FunctionForm } from './function-form.tsx'
import { FunctionPanel } from './function-panel.tsx'
import { functionQuery, functionsQuery } from './function-queries.ts'
import { RunPanel } from './run-panel.tsx'
import { LoadedPanel } from '../objects/loaded-panel.tsx'

export interface FunctionsPageProps extends SearchProps {
  readonly projectRef: string
}

/** Functions, procedures and aggregates of a schema: seen, made, changed and run. */
export function FunctionsPage({ projectRef, search, onSearch }: FunctionsPageProps) {
  const schema = search.schema ?? defaultSchema
  const isAllowed = useMayWrite(projectRef, isFormOpen(search))
  const mayWrite = isAllowed && !isSystemSchema(schema)
  const { data, error, refetch } = useQuery(functionsQuery(projectRef, schema))
  const leave = { ...search, open: undefined, act: undefined }
  const newButton = mayWrite && <NewButton noun="function" onClick={() => onSearch({ ...search, open: 'new', act: undefined })} />
  const columns: readonly ObjectColumn<FunctionSummary>[] = [
    {
      label: 'Name',
      sortBy: ({ name }) => name,
      renderCell: (item, tabIndex) => (
        <FunctionName item={item} tabIndex={tabIndex} onOpen={() => onSearch({ ...search, open: String(item.id), act: undefined })} />
      ),
    },
    {
      label: 'Returns',
      className: 'w-44',
      sortBy: ({ return_type }) => return_type,
      renderCell: ({ return_type }) => (
        <span className="block truncate font-mono text-xs" title={return_type}>
          {return_type === '' ? <span className="font-sans text-faint">procedure</span> : return_type}
        </span>
      ),
    },
    {
      label: 'Language',
      className: 'w-28',
      sortBy: ({ language }) => language,
      renderCell: ({ language, type }) => (type === 'aggregate' ? <span className="text-faint">–</span> : language),
    },
    {
      label: 'Behaviour',
      className: 'w-28 max-xl:hidden',
      sortBy: ({ behavior }) => behavior,
      renderCell: ({ behavior, type }) => (type !== 'function' ? <span className="text-faint">–</span> : behavior.toLowerCase()),
    },
    {
      label: 'Security',
      className: 'w-28 max-lg:hidden',
      sortBy: ({ security_definer }) => security_definer,
      renderCell: ({ security_definer }) => (security_definer ? <Badge tone="warning">definer</Badge> : <span className="text-soft">invoker</span>),
    },
  ]
  return (
    <ObjectPage
      title="Functions"
      description="Functions, procedures and aggregates, to be called from SQL, by triggers and through the API."
      noun="function"
      search={search}
      onSearch={onSearch}
      items={data}
      error={error}
      onRetry={() => void refetch()}
      keyOf={({ id }) => String(id)}
      textOf={textOf}
      columns={columns}
      actions={newButton}
      filters={
        <div className="flex w-full md:w-44">
          <SchemaPicker projectRef={projectRef} schema={schema} hasSystemSchemas onSchema={(next) => onSearch({ ...leave, schema: next })} />
        </div>
      }
      empty={
        <EmptyState icon={<FunctionSquare aria-hidden />} title={`No functions in ${schema} yet`} action={newButton}>
          What is done again and again, or by triggers, is written once, as a function.
        </EmptyState>
      }
    >
      {search.open === 'new' && mayWrite && (
        <FunctionForm
          projectRef={projectRef}
          work={{ kind: 'create', schema }}
          onClose={() => onSearch(leave)}
          onDone={({ schema: saved }) => onSearch({ ...leave, schema: saved }, { isSaved: true })}
        />
      )}
      {search.open !== undefined && search.open !== 'new' && data !== undefined && (
        <Opened
          projectRef={projectRef}
          item={data.find(({ id }) => String(id) === search.open) ?? null}
          {...{ search, onSearch, mayWrite, isAllowed }}
        />
      )}
    </ObjectPage>
  )
}

const textOf = ({ name, argument_types, return_type, comment, type }: FunctionSummary): string =>
  `${name} ${argument_types} ${return_type} ${comment ?? ''} ${type === 'function' ? '' : type}`

interface OpenedProps extends SearchProps {
  readonly projectRef: string
  /** Null when it is not there any more. */
  readonly item: FunctionSummary | null
  /** Whether the person may change it, and whether anything. */
  readonly mayWrite: boolean
  readonly isAllowed: boolean
}

function Opened({ projectRef, item, mayWrite, isAllowed, search, onSearch }: OpenedProps) {
  const onClose = () => onSearch({ ...search, open: undefined, act: undefined })
  const onShow = () => onSearch({ ...search, act: undefined })
  const last = useLastThere(search.open, item)
  const { act } = search
  if (last !== null && last.type !== 'aggregate' && (act === 'run' || ((act === 'edit' || act === 'duplicate') && mayWrite))) {
    return (
      <LoadedPanel key={act} title={last.name} label="the function" query={functionQuery(projectRef, last.id)} onClose={onClose}>
        {(row) =>
          act === 'run' ? (
            <RunPanel projectRef={projectRef} row={row} mayWrite={isAllowed} onClose={onShow} />
          ) : (
            <FunctionForm
              projectRef={projectRef}
              work={{ kind: act, original: row }}
              onClose={onShow}
              // what was renamed or moved keeps its id, and is in the list of where it is now
              onDone={({ schema }) =>
                onSearch({ ...search, schema, act: undefined, ...(act === 'duplicate' && { open: undefined }) }, { isSaved: true })
              }
            />
          )
        }
      </LoadedPanel>
    )
  }
  if (item === null) return <GonePanel onClose={onClose} />
  if (item.type === 'aggregate') return <AggregatePanel key={item.id} {...{ projectRef, item, mayWrite, onClose }} />
  return (
    <FunctionPanel
      key={item.id}
      projectRef={projectRef}
      item={item}
      mayWrite={mayWrite}
      onAct={(next) => onSearch({ ...search, act: next })}
      onClose={onClose}
    />
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
        {item.type === 'aggregate' && <Badge tone="neutral">aggregate</Badge>}
        {item.extension !== null && <Badge tone="neutral">{item.extension}</Badge>}
      </span>
      <span className="w-full truncate text-xs text-soft md:hidden">
        {item.return_type === '' ? 'procedure' : item.return_type} {item.type !== 'aggregate' && ` · ${item.language}`}
        {item.security_definer && ' · security definer'}
      </span>
    </EntryButton>
  )
}
