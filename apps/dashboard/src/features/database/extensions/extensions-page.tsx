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
import { extensionsPageText } from './messages.ts'

export interface ExtensionsPageProps extends DatabaseSearchProps {
  readonly projectRef: string
}

type Shown = 'all' | 'installed' | 'available'

const choices: readonly { readonly value: Shown; readonly label: string }[] = [
  { value: 'all', label: extensionsPageText.all },
  { value: 'installed', label: extensionsPageText.installed },
  { value: 'available', label: extensionsPageText.notInstalled },
]

const kind: PageKind<ExtensionSummary> = {
  title: extensionsPageText.title,
  description: extensionsPageText.description,
  noun: extensionsPageText.noun,
  keyOf: ({ name }) => name,
  textOf: ({ name, comment, schema }) => `${name} ${comment ?? ''} ${schema ?? ''}`,
}

/** Lists the extensions on the server, installed or not. */
export function ExtensionsPage({ projectRef, search, onSearch }: ExtensionsPageProps) {
  const mayWrite = useMayWrite(projectRef, isFormOpen(search))
  const [shown, setShown] = useState<Shown>('all')
  const { data: found, error, refetch } = useQuery(extensionsQuery(projectRef))
  // for a read-only role, Postgres reports what that role can't install
  const data = mayWrite ? found : found?.map((extension) => ({ ...extension, needs_superuser: false }))
  const { data: loadable } = useQuery(loadableExtensionsQuery(projectRef))
  const states = new Map(data?.map((extension) => [extension.name, stateOf(extension, data, loadable)]))
  const items = data?.filter(({ id }) => shown === 'all' || (id !== null) === (shown === 'installed'))
  const address = addressOf({ search, onSearch })
  const columns: readonly ObjectColumn<ExtensionSummary>[] = [
    {
      label: extensionsPageText.name,
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
      label: extensionsPageText.state,
      className: 'w-36',
      sortBy: ({ name }) => states.get(name)!.rank,
      renderCell: ({ name }) => <State {...states.get(name)!} />,
    },
    {
      label: extensionsPageText.version,
      className: 'w-28 max-md:hidden',
      sortBy: ({ installed_version: installed, default_version: standard }) => installed ?? standard,
      renderCell: ({ installed_version: installed, default_version: standard }) => (
        <span className="font-mono text-xs text-soft">{installed ?? standard}</span>
      ),
    },
    {
      label: extensionsPageText.schema,
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
      filters={<Select<Shown> label={extensionsPageText.show} value={shown} options={choices} onValueChange={setShown} className="w-full md:w-44" />}
      empty={
        <EmptyState
          icon={<Puzzle aria-hidden />}
          title={shown === 'installed' ? extensionsPageText.noneInstalled : extensionsPageText.allInstalled}
          action={<Button onClick={() => setShown('all')}>{extensionsPageText.showAll}</Button>}
        >
          {extensionsPageText.emptyHint}
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
        gone={extensionsPageText.gone}
      />
    </ObjectPage>
  )
}

interface ExtensionState {
  /** Sorts states: those that need attention first. */
  readonly rank: number
  /** Null if the extension can simply be installed. */
  readonly text: string | null
  readonly tone: 'danger' | 'warning' | 'accent' | 'neutral'
}

function stateOf(extension: ExtensionSummary, all: readonly ExtensionSummary[], loadable: Loadable): ExtensionState {
  if (extension.id !== null && !extension.is_available) return { rank: 0, text: extensionsPageText.filesMissing, tone: 'danger' }
  if (isOutdated(extension)) return { rank: 1, text: extensionsPageText.updateAvailable, tone: 'warning' }
  if (extension.id !== null) return { rank: 2, text: extensionsPageText.installed, tone: 'accent' }
  if (extension.needs_superuser) return { rank: 4, text: extensionsPageText.superuserOnly, tone: 'neutral' }
  if (obstacleTo(extension, requirementsOf(extension, all), loadable) !== null)
    return { rank: 5, text: extensionsPageText.notInstallable, tone: 'neutral' }
  return { rank: 3, text: null, tone: 'neutral' }
}

function State({ text, tone }: ExtensionState) {
  if (text === null) return <span className="text-xs text-faint">{extensionsPageText.notInstalled}</span>
  return <Badge tone={tone}>{text}</Badge>
}
