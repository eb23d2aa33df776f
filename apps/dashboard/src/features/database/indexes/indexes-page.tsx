import { withContents, type IndexSummary } from '@colonnade/pg-meta/index-summaries'
import { Badge, Button, EmptyState, Select } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ListOrdered } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { formatBytes, formatNumber } from '../../../lib/bytes.ts'
import { loaded } from '../../../lib/late/loaded.ts'
import { useMayWrite } from '../../../scope/permissions.ts'
import { defaultSchema } from '../../../scope/schemas/default-schema.ts'
import { SchemaFilter } from '../objects/schema-filter.tsx'
import { isSystemSchema } from '../../../scope/schemas/schemas.ts'
import { NewButton } from '../../../lib/object-page/new-button.tsx'
import { CutText } from '../../../lib/object-page/cut-text.tsx'
import type { ObjectColumn } from '../../../lib/object-page/object-list.tsx'
import { ObjectPage, type PageKind } from '../../../lib/object-page/object-page.tsx'
import { addressOf, isFormOpen } from '../../../lib/object-page/object-search.ts'
import type { DatabaseSearchProps } from '../objects/database-search.ts'
import { EntryButton } from '../../../lib/object-page/entry-button.tsx'
import { contentText, isWhole, marksOf, type IndexMark, type ListedIndex } from './index-marks.ts'
import { indexContentsQuery, indexesQuery, unusedIndexesQuery } from './index-queries.ts'
import { indexesPageText } from './messages.ts'

// the list loads first
const OpenedIndex = lazy(loaded(() => import('./opened-index.tsx'), 'OpenedIndex'))

export interface IndexesPageProps extends DatabaseSearchProps {
  readonly projectRef: string
}

type Shown = 'all' | 'marked' | 'invalid' | 'duplicate' | 'unused'

const choices: readonly { readonly value: Shown; readonly label: string }[] = [
  { value: 'all', label: indexesPageText.all },
  { value: 'marked', label: indexesPageText.marked },
  { value: 'invalid', label: indexesPageText.invalid },
  { value: 'duplicate', label: indexesPageText.duplicate },
  { value: 'unused', label: indexesPageText.unused },
]

const isShown = (shown: Shown, marks: readonly IndexMark[]): boolean =>
  shown === 'all' ||
  (shown === 'marked' ? marks.length > 0 : marks.some(({ kind }) => kind === shown || (shown === 'duplicate' && kind === 'covered')))

const noMarks: readonly IndexMark[] = []

const kind: PageKind<ListedIndex> = {
  title: indexesPageText.title,
  description: indexesPageText.description,
  noun: indexesPageText.noun,
  plural: indexesPageText.plural,
  keyOf: ({ id }) => String(id),
  textOf: (item) => `${item.name} ${item.table} ${listedText(item) ?? ''} ${item.method}`,
}

/** Lists the indexes of a schema, with their size and scans, and marks those that need attention. */
export function IndexesPage({ projectRef, search, onSearch }: IndexesPageProps) {
  const schema = search.schema ?? defaultSchema
  const mayWrite = useMayWrite(projectRef, isFormOpen(search)) && !isSystemSchema(schema)
  const [shown, setShown] = useState<Shown>('all')
  const { data: outlines, error, refetch } = useQuery(indexesQuery(projectRef, schema))
  // loads once the list is drawn: only the columns on the right wait for it
  const contents = useQuery({ ...indexContentsQuery(projectRef, schema), enabled: outlines !== undefined })
  const data = useMemo(() => outlines && withContents(outlines, contents.data ?? []), [outlines, contents.data])
  const unused = useQuery({ ...unusedIndexesQuery(projectRef, schema), enabled: outlines !== undefined })
  const marks = useMemo(() => marksOf(data ?? [], unused.data ?? []), [data, unused.data])
  const marksFor = ({ id }: ListedIndex) => marks.get(id) ?? noMarks
  const isKnown =
    shown === 'all' ||
    shown === 'invalid' ||
    ((shown === 'duplicate' || unused.data !== undefined) && (shown === 'unused' || contents.data !== undefined))
  const items = useMemo(
    () => (isKnown ? data?.filter((item) => isShown(shown, marks.get(item.id) ?? noMarks)) : undefined),
    [data, isKnown, marks, shown],
  )
  const invalid = data?.filter(({ is_valid }) => !is_valid).length ?? 0
  const opened = openedOf(data, search.open, contents.isFetching)
  const address = addressOf({ search, onSearch })
  const newButton = mayWrite && <NewButton noun={indexesPageText.noun} onClick={address.create} />
  const columns: readonly ObjectColumn<ListedIndex>[] = [
    {
      label: indexesPageText.name,
      sortBy: ({ name }) => name,
      renderCell: (item, tabIndex) => (
        <EntryButton
          tabIndex={tabIndex}
          onOpen={() => address.open(kind.keyOf(item))}
          className="items-baseline gap-x-2 font-mono text-xs max-md:flex-wrap"
        >
          <span className="min-w-0 truncate" title={item.name}>
            {item.name}
          </span>
          {marksFor(item).map((mark) => (
            <Mark key={mark.kind} mark={mark} />
          ))}
          <span className="w-full truncate text-faint md:hidden">
            {item.table} {isWhole(item) && `(${contentText(item)})`}
          </span>
        </EntryButton>
      ),
    },
    {
      label: indexesPageText.table,
      className: 'w-44 max-lg:w-32',
      sortBy: ({ table }) => table,
      renderCell: ({ table }) => <CutText text={table} />,
    },
    {
      label: indexesPageText.columns,
      className: 'w-60 max-xl:hidden',
      sortBy: listedText,
      renderCell: (item) => <CutText text={listedText(item) ?? '…'} />,
    },
    {
      label: indexesPageText.kind,
      className: 'w-28 max-lg:hidden',
      sortBy: kindText,
      renderCell: (item) => <span className="block truncate text-soft">{kindText(item)}</span>,
    },
    {
      label: indexesPageText.size,
      className: 'w-24',
      isNumber: true,
      sortBy: ({ bytes_estimate: bytes }) => bytes,
      renderCell: ({ bytes_estimate: bytes }) => (bytes === null || bytes === 0 ? <span className="text-faint">–</span> : `≈ ${formatBytes(bytes)}`),
    },
    {
      label: indexesPageText.scans,
      className: 'w-24',
      isNumber: true,
      sortBy: ({ scans }) => scans,
      renderCell: ({ scans }) => (scans === null ? <span className="text-faint">–</span> : formatNumber(scans)),
    },
  ]
  return (
    <ObjectPage
      kind={kind}
      list={{ data: items, error: error ?? contents.error, refetch: error === null ? contents.refetch : refetch }}
      columns={columns}
      search={search}
      onSearch={onSearch}
      actions={newButton}
      filters={
        <>
          <SchemaFilter {...{ projectRef, schema, search, onSearch }} />
          <Select<Shown> label={indexesPageText.show} size="sm" value={shown} options={choices} onValueChange={setShown} className="w-full md:w-44" />
        </>
      }
      notice={
        invalid > 0 &&
        shown !== 'invalid' && (
          <p className="flex flex-wrap items-center justify-between gap-2 rounded-md border border-danger/40 bg-danger-tint px-3 py-2">
            {indexesPageText.invalidNotice(formatNumber(invalid), invalid === 1)}
            <Button size="sm" onClick={() => setShown('invalid')}>
              {indexesPageText.showInvalid}
            </Button>
          </p>
        )
      }
      empty={
        shown === 'all' ? (
          <EmptyState icon={<ListOrdered aria-hidden />} title={indexesPageText.empty(schema)} action={newButton}>
            {indexesPageText.emptyHint}
          </EmptyState>
        ) : (
          <EmptyState
            icon={<ListOrdered aria-hidden />}
            title={indexesPageText.noMatch}
            action={<Button onClick={() => setShown('all')}>{indexesPageText.showAll}</Button>}
          >
            {indexesPageText.noMatchHint}
          </EmptyState>
        )
      }
    >
      {search.open !== undefined && opened !== undefined && (
        <Suspense>
          <OpenedIndex
            projectRef={projectRef}
            schema={schema}
            item={opened}
            marks={marks.get(Number(search.open)) ?? noMarks}
            {...{ search, onSearch, mayWrite }}
          />
        </Suspense>
      )}
    </ObjectPage>
  )
}

const tones = { invalid: 'danger', duplicate: 'warning', covered: 'warning', unused: 'neutral' } as const

function Mark({ mark }: { readonly mark: IndexMark }) {
  return (
    <Badge tone={tones[mark.kind]} className="shrink-0 font-sans">
      {indexesPageText.marks[mark.kind]}
    </Badge>
  )
}

const listedText = (item: ListedIndex): string | null => (isWhole(item) ? contentText(item) : null)

/** The index with the open panel, once its details are known; null when it was dropped. */
function openedOf(items: readonly ListedIndex[] | undefined, open: string | undefined, isMoreToCome: boolean): IndexSummary | null | undefined {
  const item = items?.find(({ id }) => String(id) === open)
  if (items === undefined || (item !== undefined && !isWhole(item) && isMoreToCome)) return undefined
  return item !== undefined && isWhole(item) ? item : null
}

function kindText({ is_primary, is_unique, has_constraint, method }: ListedIndex): string {
  if (is_primary) return indexesPageText.primaryKey
  if (is_unique) return method === 'btree' ? indexesPageText.uniqueKind : indexesPageText.uniqueBy(method)
  return has_constraint ? indexesPageText.exclusion : method
}
