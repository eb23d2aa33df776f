import type { ExtensionSummary } from '@colonnade/pg-meta/extensions'
import { Badge, Button, EmptyState, Select } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Puzzle } from 'lucide-react'
import { useState } from 'react'
import { useMayWrite } from '../../../scope/permissions.ts'
import type { ObjectColumn } from '../../../lib/object-page/object-list.tsx'
import { ObjectPage, type PageKind } from '../../../lib/object-page/object-page.tsx'
import { OpenedObject } from '../../../lib/object-page/opened-object.tsx'
import { addressOf, isFormOpen } from '../../../lib/object-page/object-search.ts'
import type { DatabaseSearchProps } from '../objects/database-search.ts'
import { EntryButton } from '../../../lib/object-page/entry-button.tsx'
import { isOutdated, obstacleTo, requirementsOf, type Loadable } from './extension-draft.ts'
import { ExtensionForm } from './extension-form.tsx'
import { ExtensionPanel } from './extension-panel.tsx'
import { extensionsQuery, loadableExtensionsQuery } from './extension-queries.ts'

export interface ExtensionsPageProps extends DatabaseSearchProps {
  readonly projectRef: string
}

type Shown = 'all' | 'installed' | 'available'

const choices: readonly { readonly value: Shown; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'installed', label: 'Installed' },
  { value: 'available', label: 'Not installed' },
]

const kind: PageKind<ExtensionSummary> = {
  title: 'Extensions',
  description: 'Types, functions and index methods that the server can add to the database.',
  noun: 'extension',
  keyOf: ({ name }) => name,
  textOf: ({ name, comment, schema }) => `${name} ${comment ?? ''} ${schema ?? ''}`,
}

/** What the server offers beside Postgres itself, installed or not. */
export function ExtensionsPage({ projectRef, search, onSearch }: ExtensionsPageProps) {
  const mayWrite = useMayWrite(projectRef, isFormOpen(search))
  const [shown, setShown] = useState<Shown>('all')
  const { data: found, error, refetch } = useQuery(extensionsQuery(projectRef))
  // asked as a role that can only read, Postgres tells what that one may not install
  const data = mayWrite ? found : found?.map((extension) => ({ ...extension, needs_superuser: false }))
  const { data: loadable } = useQuery(loadableExtensionsQuery(projectRef))
  const states = new Map(data?.map((extension) => [extension.name, stateOf(extension, data, loadable)]))
  const items = data?.filter(({ id }) => shown === 'all' || (id !== null) === (shown === 'installed'))
  const address = addressOf({ search, onSearch })
  const columns: readonly ObjectColumn<ExtensionSummary>[] = [
    {
      label: 'Name',
      sortBy: ({ name }) => name,
      renderCell: (extension, tabIndex) => (
        <EntryButton tabIndex={tabIndex} onOpen={() => address.open(extension.name)} className="items-center gap-2">
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
            <span className="max-w-full min-w-0 truncate font-mono text-xs">{extension.name}</span>
            <span className="min-w-0 truncate text-xs text-faint max-md:w-full" title={extension.comment ?? undefined}>
              {extension.comment}
            </span>
          </span>
          <span className="shrink-0 md:hidden">{states.get(extension.name)!.text !== null && <State {...states.get(extension.name)!} />}</span>
        </EntryButton>
      ),
    },
    {
      label: 'State',
      className: 'w-36',
      sortBy: ({ name }) => states.get(name)!.rank,
      renderCell: ({ name }) => <State {...states.get(name)!} />,
    },
    {
      label: 'Version',
      className: 'w-28 max-md:hidden',
      sortBy: ({ installed_version: installed, default_version: standard }) => installed ?? standard,
      renderCell: ({ installed_version: installed, default_version: standard }) => (
        <span className="font-mono text-xs text-soft">{installed ?? standard}</span>
      ),
    },
    {
      label: 'Schema',
      className: 'w-40 max-lg:hidden',
      sortBy: ({ schema }) => schema,
      renderCell: ({ schema }) => <span className="truncate font-mono text-xs text-soft">{schema}</span>,
    },
  ]
  return (
    <ObjectPage
      kind={kind}
      list={{ data: items, error, refetch }}
      columns={columns}
      search={search}
      onSearch={onSearch}
      filters={<Select<Shown> label="Show" value={shown} options={choices} onValueChange={setShown} className="w-full md:w-44" />}
      empty={
        <EmptyState
          icon={<Puzzle aria-hidden />}
          title={shown === 'installed' ? 'No extension is installed' : 'No extension is left'}
          action={<Button onClick={() => setShown('all')}>Show all extensions</Button>}
        >
          Extensions come with the server; those that it has files of are listed here.
        </EmptyState>
      }
    >
      <OpenedObject
        items={data}
        keyOf={kind.keyOf}
        search={search}
        onSearch={onSearch}
        renderForm={(extension, act) =>
          mayWrite &&
          act === 'edit' &&
          (extension.id !== null || obstacleTo(extension, requirementsOf(extension, data ?? []), loadable) === null) && (
            <ExtensionForm
              projectRef={projectRef}
              extension={extension}
              all={data ?? []}
              onClose={() => address.show({ isReplaced: true })}
              onDone={() => address.leaveSaved({}, { isReplaced: true })}
            />
          )
        }
        renderObject={(extension) => (
          <ExtensionPanel
            projectRef={projectRef}
            extension={extension}
            all={data ?? []}
            loadable={loadable}
            mayWrite={mayWrite}
            onEdit={() => address.act('edit')}
            onClose={() => address.close()}
          />
        )}
        gone="The server offers no extension of this name, and the database has none."
      />
    </ObjectPage>
  )
}

interface ExtensionState {
  /** Where it comes in the order of states: what asks for attention first. */
  readonly rank: number
  /** Null where there is nothing to say but that it can be installed. */
  readonly text: string | null
  readonly tone: 'danger' | 'warning' | 'accent' | 'neutral'
}

function stateOf(extension: ExtensionSummary, all: readonly ExtensionSummary[], loadable: Loadable): ExtensionState {
  if (extension.id !== null && !extension.is_available) return { rank: 0, text: 'Files are gone', tone: 'danger' }
  if (isOutdated(extension)) return { rank: 1, text: 'Update available', tone: 'warning' }
  if (extension.id !== null) return { rank: 2, text: 'Installed', tone: 'accent' }
  if (extension.needs_superuser) return { rank: 4, text: 'Superuser only', tone: 'neutral' }
  if (obstacleTo(extension, requirementsOf(extension, all), loadable) !== null) return { rank: 5, text: 'Can’t be installed', tone: 'neutral' }
  return { rank: 3, text: null, tone: 'neutral' }
}

function State({ text, tone }: ExtensionState) {
  if (text === null) return <span className="text-xs text-faint">Not installed</span>
  return <Badge tone={tone}>{text}</Badge>
}
