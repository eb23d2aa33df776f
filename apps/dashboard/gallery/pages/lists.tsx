import { Badge, Button, EmptyState, InfiniteList, SearchList, type InfiniteListState } from '@colonnade/ui'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { Specimen, Specimens } from '../specimen.tsx'

interface Row {
  readonly id: number
  readonly name: string
}

const rowsFrom = (first: number, count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: first + index, name: `Entry ${first + index}` }))
const few = rowsFrom(1, 12)
const tenThousand = rowsFrom(1, 10_000)

const projects = ['Atlas', 'Herald', 'Meridian', 'Orchard', 'Parallel', 'Quarry', 'Rampart', 'Signal', 'Tidewater'].map((label, index) => ({
  id: label,
  label,
  isCurrent: index === 1,
  // oxlint-disable-next-line jsx-a11y/anchor-has-content jsx-a11y/control-has-associated-label -- the list fills it
  link: <a href="#lists" />,
}))

export default function ListsPage() {
  return (
    <>
      <Specimens title="InfiniteList">
        <Specimen title="10,000 entries" className="p-0">
          <List label="Ten thousand entries" items={tenThousand} />
        </Specimen>
        <Specimen title="Pages of 50 that come as one scrolls" className="p-0">
          <Pages />
        </Specimen>
        <Specimen title="The first page is on its way" className="p-0">
          <List label="Loading entries" items={[]} state="loading" />
        </Specimen>
        <Specimen title="More are on their way" className="p-0">
          <List label="More entries" items={few} state="more" hasMore />
        </Specimen>
        <Specimen title="Nothing there" className="p-0">
          <List label="No entries" items={[]} />
        </Specimen>
        <Specimen title="The first page failed" className="p-0">
          <List label="Failed entries" items={[]} state="failed" />
        </Specimen>
        <Specimen title="A later page failed" className="p-0">
          <List label="Half of the entries" items={few} state="failed" hasMore />
        </Specimen>
        <Specimen title="Entries of different heights" className="p-0">
          <InfiniteList
            label="Messages"
            className="h-56 w-full rounded-lg"
            items={few}
            keyOf={({ id }) => id}
            renderItem={({ id, name }) => (
              <div className="border-b px-3 py-2">
                <p className="font-medium">{name}</p>
                <p className="text-soft">{'A sentence that says a little more. '.repeat((id % 4) + 1)}</p>
              </div>
            )}
          />
        </Specimen>
      </Specimens>
      <Specimens title="SearchList">
        <Specimen title="More than seven" className="p-0">
          <div className="w-full">
            <SearchList label="Search projects" items={projects} maxShown={7} emptyText="No project of that name." onSelect={() => {}} />
          </div>
        </Specimen>
        <Specimen title="Nothing to search" className="p-0">
          <div className="w-full">
            <SearchList label="Search branches" items={[]} maxShown={7} emptyText="No branches yet." onSelect={() => {}} />
          </div>
        </Specimen>
      </Specimens>
    </>
  )
}

interface ListProps {
  readonly label: string
  readonly items: readonly Row[]
  readonly state?: InfiniteListState
  readonly hasMore?: boolean
  readonly onMore?: () => void
}

function List({ onMore = () => {}, ...props }: ListProps) {
  return (
    <InfiniteList
      {...props}
      onMore={onMore}
      className="h-56 w-full rounded-lg"
      keyOf={({ id }) => id}
      failure="The entries could not be loaded."
      endText="That is all."
      empty={<EmptyState icon={<Inbox aria-hidden />} title="All caught up" className="h-full justify-center border-0" />}
      renderItem={({ id, name }) => (
        <div className="flex h-9 items-center gap-3 border-b px-3">
          <span className="min-w-0 flex-1 truncate">{name}</span>
          {id % 7 === 0 && <Badge tone="warning">Warning</Badge>}
          <Button size="sm" variant="ghost" aria-label={`Archive ${name}`}>
            Archive
          </Button>
        </div>
      )}
    />
  )
}

const pageSize = 50
const pages = 6
/** As long as a fast server takes. */
const answerMs = 150

function Pages() {
  const [items, setItems] = useState(() => rowsFrom(1, pageSize))
  const [state, setState] = useState<InfiniteListState>('ready')
  const more = () => {
    setState('more')
    setTimeout(() => {
      setItems((known) => [...known, ...rowsFrom(known.length + 1, pageSize)])
      setState('ready')
    }, answerMs)
  }
  return <List label="Entries by pages" items={items} state={state} hasMore={items.length < pageSize * pages} onMore={more} />
}
