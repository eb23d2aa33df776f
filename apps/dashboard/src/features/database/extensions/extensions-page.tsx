import type { ExtensionSummary } from '@colonnade/pg-meta/extensions'
import { Badge, Button, EmptyState, Select } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Puzzle } from 'lucide-react'
import { useState } from 'react'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { ObjectPage, type ObjectColumn } from '../objects/object-page.tsx'
import type { SearchProps } from '../objects/object-search.ts'
import { EntryButton } from '../objects/entry-button.tsx'
import { isOutdated } from './extension-draft.ts'
import { ExtensionForm } from './extension-form.tsx'
import { ExtensionPanel } from './extension-panel.tsx'
import { extensionsQuery } from './extension-queries.ts'

export interface ExtensionsPageProps extends SearchProps {
  readonly projectRef: string
}

type Shown = 'all' | 'installed' | 'available'

const choices: readonly { readonly value: Shown; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'installed', label: 'Installed' },
  { value: 'available', label: 'Not installed' },
]

/** What the server offers beside Postgres itself, installed or not. */
export function ExtensionsPage({ projectRef, search, onSearch }: ExtensionsPageProps) {
  const mayWrite = useIsAllowed(projectRef)('database:write')
  const [shown, setShown] = useState<Shown>('all')
  const { data, error, refetch } = useQuery(extensionsQuery(projectRef))
  const items = data?.filter(({ id }) => shown === 'all' || (id !== null) === (shown === 'installed'))
  const open = data?.find(({ name }) => name === search.open)
  const close = (isSaved = false) => onSearch({ ...search, open: undefined, act: undefined }, { isSaved })
  const columns: readonly ObjectColumn<ExtensionSummary>[] = [
    {
      label: 'Name',
      sortBy: ({ name }) => name,
      renderCell: (extension, tabIndex) => (
        <EntryButton tabIndex={tabIndex} onOpen={() => onSearch({ ...search, open: extension.name })} className="items-center gap-2">
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
            <span className="max-w-full min-w-0 truncate font-mono text-xs">{extension.name}</span>
            <span className="min-w-0 truncate text-xs text-faint max-md:w-full" title={extension.comment ?? undefined}>
              {extension.comment}
            </span>
          </span>
          <span className="shrink-0 md:hidden">{stateOf(extension).text !== null && <State extension={extension} />}</span>
        </EntryButton>
      ),
    },
    {
      label: 'State',
      className: 'w-36',
      sortBy: (extension) => stateOf(extension).rank,
      renderCell: (extension) => <State extension={extension} />,
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
      title="Extensions"
      description="Types, functions and index methods that the server can add to the database."
      noun="extension"
      search={search}
      onSearch={onSearch}
      items={items}
      error={error}
      onRetry={() => void refetch()}
      keyOf={({ name }) => name}
      textOf={({ name, comment, schema }) => `${name} ${comment ?? ''} ${schema ?? ''}`}
      columns={columns}
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
      {search.open !== undefined &&
        data !== undefined &&
        (mayWrite && open !== undefined && search.act === 'edit' ? (
          <ExtensionForm
            key={open.name}
            projectRef={projectRef}
            extension={open}
            all={data}
            onClose={() => onSearch({ ...search, act: undefined }, { isReplaced: true })}
            onDone={() => onSearch({ ...search, open: undefined, act: undefined }, { isReplaced: true, isSaved: true })}
          />
        ) : (
          <ExtensionPanel
            key={search.open}
            projectRef={projectRef}
            extension={open ?? null}
            all={data}
            mayWrite={mayWrite}
            onEdit={() => onSearch({ ...search, act: 'edit' })}
            onClose={close}
          />
        ))}
    </ObjectPage>
  )
}

/** In words, and where it comes in the order of states: what asks for attention first. */
function stateOf(extension: ExtensionSummary) {
  if (extension.id !== null && !extension.is_available) return { rank: 0, text: 'Files are gone', tone: 'danger' } as const
  if (isOutdated(extension)) return { rank: 1, text: 'Update available', tone: 'warning' } as const
  if (extension.id !== null) return { rank: 2, text: 'Installed', tone: 'accent' } as const
  if (extension.needs_superuser) return { rank: 4, text: 'Superuser only', tone: 'neutral' } as const
  return { rank: 3, text: null, tone: 'neutral' } as const
}

function State({ extension }: { readonly extension: ExtensionSummary }) {
  const { text, tone } = stateOf(extension)
  if (text === null) return <span className="text-xs text-faint">Not installed</span>
  return <Badge tone={tone}>{text}</Badge>
}
