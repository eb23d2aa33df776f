import type { EventTrigger } from '@colonnade/pg-meta/event-triggers'
import type { TriggerSummary } from '@colonnade/pg-meta/trigger-summaries'
import { Badge, EmptyState, SegmentedControl } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMayWrite } from '../../../scope/permissions.ts'
import { defaultSchema } from '../../../scope/schemas/default-schema.ts'
import { SchemaFilter } from '../objects/schema-filter.tsx'
import { isSystemSchema } from '../../../scope/schemas/schemas.ts'
import { NewButton } from '../../../lib/object-page/new-button.tsx'
import { CutText } from '../../../lib/object-page/cut-text.tsx'
import type { ObjectColumn } from '../../../lib/object-page/object-list.tsx'
import { ObjectPage, type PageKind } from '../../../lib/object-page/object-page.tsx'
import { OpenedObject } from '../../../lib/object-page/opened-object.tsx'
import { addressOf, isFormOpen, type SearchOptions } from '../../../lib/object-page/object-search.ts'
import type { DatabaseSearch, DatabaseSearchProps } from '../objects/database-search.ts'
import { EntryButton } from '../../../lib/object-page/entry-button.tsx'
import { EventTriggerPanel } from './event-trigger-panel.tsx'
import { triggersPageText } from './messages.ts'
import { modeNames, momentText } from './mode-words.ts'
import { OpenedTrigger } from './opened-trigger.tsx'
import { eventTriggersQuery, triggersQuery } from './trigger-queries.ts'

export type TriggerScope = 'tables' | 'events'
export type TriggerSearch = DatabaseSearch & { readonly of?: 'events' | undefined }

export interface TriggersPageProps {
  readonly projectRef: string
  readonly search: TriggerSearch
  readonly onSearch: (next: TriggerSearch, options?: SearchOptions) => void
}

/** Lists the triggers of a schema's tables and views, or the database's event triggers. */
export function TriggersPage({ projectRef, search, onSearch }: TriggersPageProps) {
  const scope: TriggerScope = search.of ?? 'tables'
  const control = (
    <SegmentedControl<TriggerScope>
      label={triggersPageText.scope}
      value={scope}
      options={[
        { value: 'tables', label: triggersPageText.tablesViews },
        { value: 'events', label: triggersPageText.database },
      ]}
      onValueChange={(next) => onSearch({ schema: search.schema, of: next === 'events' ? next : undefined })}
    />
  )
  // keeps the chosen list in the address
  const rest = {
    search,
    onSearch: (next: DatabaseSearch, options?: SearchOptions) => onSearch({ ...next, of: search.of }, options),
  }
  return scope === 'tables' ? (
    <TableTriggers projectRef={projectRef} control={control} {...rest} />
  ) : (
    <EventTriggers projectRef={projectRef} control={control} {...rest} />
  )
}

const tableKind: PageKind<TriggerSummary> = {
  title: triggersPageText.title,
  description: triggersPageText.description,
  noun: triggersPageText.noun,
  keyOf: ({ id }) => String(id),
  textOf: (item) => `${item.name} ${item.table} ${calledBy(item)} ${item.activation} ${item.events.join(' ')} ${modeNames[item.enabled_mode]}`,
}

const eventKind: PageKind<EventTrigger> = {
  title: triggersPageText.title,
  description: triggersPageText.eventDescription,
  noun: triggersPageText.eventNoun,
  keyOf: ({ name }) => name,
  textOf: (item) => `${item.name} ${item.event} ${calledBy(item)} ${item.tags?.join(' ') ?? ''}`,
}

interface ListProps extends DatabaseSearchProps {
  readonly projectRef: string
  readonly control: ReactNode
}

function TableTriggers({ projectRef, control, search, onSearch }: ListProps) {
  const schema = search.schema ?? defaultSchema
  const mayWrite = useMayWrite(projectRef, isFormOpen(search)) && !isSystemSchema(schema)
  const list = useQuery(triggersQuery(projectRef, schema))
  const address = addressOf({ search, onSearch })
  const newButton = mayWrite && <NewButton noun={triggersPageText.noun} onClick={address.create} />
  const columns: readonly ObjectColumn<TriggerSummary>[] = [
    {
      label: triggersPageText.name,
      sortBy: ({ name }) => name,
      renderCell: (item, tabIndex) => (
        <Name
          name={item.name}
          words={triggersPageText.onTable(item.table, momentText(item))}
          mode={item.enabled_mode}
          tabIndex={tabIndex}
          onOpen={() => address.open(tableKind.keyOf(item))}
        >
          {item.extension !== null && <Badge className="font-sans">{item.extension}</Badge>}
        </Name>
      ),
    },
    { label: triggersPageText.on, className: 'w-44 max-lg:w-32', sortBy: ({ table }) => table, renderCell: ({ table }) => <CutText text={table} /> },
    {
      label: triggersPageText.calls,
      className: 'w-52 max-xl:hidden',
      sortBy: calledBy,
      renderCell: (item) => <CutText text={calledBy(item)} />,
    },
    {
      label: triggersPageText.when,
      className: 'w-28',
      sortBy: ({ activation }) => activation,
      renderCell: ({ activation }) => <span className="block truncate">{activation.toLowerCase()}</span>,
    },
    {
      label: triggersPageText.events,
      className: 'w-44 max-lg:w-32',
      sortBy: ({ events }) => events.join(', '),
      renderCell: ({ events }) => <span className="block truncate">{events.join(', ').toLowerCase()}</span>,
    },
    {
      label: triggersPageText.each,
      className: 'w-24 max-lg:hidden',
      sortBy: ({ orientation }) => orientation,
      renderCell: ({ orientation }) => <span className="text-soft">{orientation.toLowerCase()}</span>,
    },
  ]
  return (
    <ObjectPage
      kind={tableKind}
      list={list}
      columns={columns}
      search={search}
      onSearch={onSearch}
      actions={newButton}
      filters={
        <>
          {control}
          <SchemaFilter {...{ projectRef, schema, search, onSearch }} />
        </>
      }
      empty={
        <EmptyState icon={<Zap aria-hidden />} title={triggersPageText.empty(schema)} action={newButton}>
          {triggersPageText.emptyHint}
        </EmptyState>
      }
    >
      <OpenedTrigger schema={schema} all={list.data} {...{ projectRef, search, onSearch, mayWrite }} />
    </ObjectPage>
  )
}

function EventTriggers({ projectRef, control, search, onSearch }: ListProps) {
  const list = useQuery(eventTriggersQuery(projectRef))
  const address = addressOf({ search, onSearch })
  const columns: readonly ObjectColumn<EventTrigger>[] = [
    {
      label: triggersPageText.name,
      sortBy: ({ name }) => name,
      renderCell: (item, tabIndex) => (
        <Name
          name={item.name}
          mode={item.enabled_mode}
          words={triggersPageText.eventCalls(item.event, calledBy(item))}
          tabIndex={tabIndex}
          onOpen={() => address.open(eventKind.keyOf(item))}
        />
      ),
    },
    { label: triggersPageText.event, className: 'w-48', sortBy: ({ event }) => event, renderCell: ({ event }) => <CutText text={event} /> },
    {
      label: triggersPageText.commands,
      className: 'w-60 max-lg:hidden',
      sortBy: ({ tags }) => tags?.join(', ') ?? '',
      renderCell: ({ tags }) => <span className="block truncate text-soft">{tags === null ? triggersPageText.allCommands : tags.join(', ')}</span>,
    },
    { label: triggersPageText.calls, className: 'w-52', sortBy: calledBy, renderCell: (item) => <CutText text={calledBy(item)} /> },
  ]
  return (
    <ObjectPage
      kind={eventKind}
      list={list}
      columns={columns}
      search={search}
      onSearch={onSearch}
      filters={control}
      empty={
        <EmptyState icon={<Zap aria-hidden />} title={triggersPageText.noEvents}>
          {triggersPageText.noEventsHint}
        </EmptyState>
      }
    >
      <OpenedObject
        items={list.data}
        keyOf={eventKind.keyOf}
        search={search}
        onSearch={onSearch}
        renderObject={(item) => <EventTriggerPanel item={item} onClose={() => address.close()} />}
        gone={triggersPageText.gone}
      />
    </ObjectPage>
  )
}

const calledBy = ({ function_schema: schema, function_name: name }: Pick<TriggerSummary, 'function_schema' | 'function_name'>): string =>
  `${schema}.${name}`

interface NameProps {
  readonly name: string
  readonly mode: TriggerSummary['enabled_mode']
  readonly tabIndex: 0 | -1
  readonly onOpen: () => void
  /** Shown on phones, which have no room for columns. */
  readonly words: string
  readonly children?: ReactNode
}

function Name({ name, mode, tabIndex, onOpen, words, children }: NameProps) {
  return (
    <EntryButton tabIndex={tabIndex} onOpen={onOpen} className="items-baseline gap-x-2 font-mono text-xs max-md:flex-wrap">
      <span className="min-w-0 truncate" title={name}>
        {name}
      </span>
      {mode !== 'ORIGIN' && (
        <Badge tone={mode === 'DISABLED' ? 'warning' : 'neutral'} className="shrink-0 font-sans">
          {modeNames[mode]}
        </Badge>
      )}
      {children}
      <span className="w-full truncate font-sans text-faint md:hidden">{words}</span>
    </EntryButton>
  )
}
