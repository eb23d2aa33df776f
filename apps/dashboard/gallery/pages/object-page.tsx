import { AppError } from '@colonnade/core'
import { Button, EmptyState } from '@colonnade/ui'
import { KeyRound, Pencil } from 'lucide-react'
import { useState } from 'react'
import { DeleteButton } from '../../src/lib/object-page/delete-button.tsx'
import { EntryButton } from '../../src/lib/object-page/entry-button.tsx'
import { Fact } from '../../src/lib/object-page/fact.tsx'
import { LoadedPanel } from '../../src/lib/object-page/loaded-panel.tsx'
import { NewButton } from '../../src/lib/object-page/new-button.tsx'
import { ObjectList, type ObjectColumn, type ObjectData, type ObjectKind } from '../../src/lib/object-page/object-list.tsx'
import { addressOf, type ObjectSearch } from '../../src/lib/object-page/object-search.ts'
import { OpenedObject } from '../../src/lib/object-page/opened-object.tsx'
import { SidePanel } from '../../src/lib/panels/side-panel.tsx'
import { Specimen, Specimens } from '../specimen.tsx'
import { Stand } from '../stand.tsx'

interface Key {
  readonly name: string
  readonly uses: number | null
}

const kind: ObjectKind<Key> = { noun: 'key', keyOf: ({ name }) => name, textOf: ({ name }) => name }
const keys: readonly Key[] = ['anon', 'service', 'mobile-app', 'nightly-export', 'webhooks', 'staging'].map((name, index) => ({
  name,
  uses: index === 5 ? null : index * 1_200,
}))
const thousands: readonly Key[] = Array.from({ length: 5_000 }, (_, index) => ({ name: `key-${index + 1}`, uses: index }))

const never = () => new Promise<Key>(() => {})
const list = (data: readonly Key[] | undefined, error: unknown = null): ObjectData<Key> => ({ data, error, refetch: () => {} })
const loadFailed = new AppError('unavailable', {}, { message: 'The keys could not be loaded.' })

interface KeysProps {
  readonly label: string
  readonly list: ObjectData<Key>
  readonly initial?: ObjectSearch
}

function Keys({ label, list: shown, initial = {} }: KeysProps) {
  const [search, setSearch] = useState<ObjectSearch>(initial)
  const address = addressOf({ search, onSearch: setSearch })
  const columns: readonly ObjectColumn<Key>[] = [
    {
      label: 'Name',
      sortBy: ({ name }) => name,
      renderCell: ({ name }, tabIndex) => (
        <EntryButton tabIndex={tabIndex} onOpen={() => address.open(name)} className="font-mono text-xs">
          {name}
        </EntryButton>
      ),
    },
    { label: 'Uses', className: 'w-28', isNumber: true, sortBy: ({ uses }) => uses, renderCell: ({ uses }) => uses?.toLocaleString('en') ?? '–' },
  ]
  const newButton = <NewButton noun="key" onClick={address.create} />
  return (
    // a page scrolls as a whole; here each list scrolls in its place
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="relative max-h-72 w-full overflow-y-auto p-3">
      <ObjectList
        label={label}
        kind={kind}
        list={shown}
        columns={columns}
        search={search}
        onSearch={setSearch}
        filters={shown.data?.length === 0 ? undefined : newButton}
        empty={
          <EmptyState icon={<KeyRound aria-hidden />} title="No keys yet" action={newButton}>
            A key lets a program call the API.
          </EmptyState>
        }
      />
      <OpenedObject
        items={shown.data}
        keyOf={kind.keyOf}
        search={search}
        onSearch={setSearch}
        renderNew={() => (
          <SidePanel title="New key" onClose={() => address.close()} footer={<Button onClick={() => address.close()}>Cancel</Button>}>
            <p className="p-4">The form of a new key.</p>
          </SidePanel>
        )}
        renderForm={({ name }, act) =>
          act === 'edit' && (
            <LoadedPanel title={name} label="the key" query={{ queryKey: ['key', name], queryFn: never }} onClose={() => address.close()}>
              {() => <p>Never shown.</p>}
            </LoadedPanel>
          )
        }
        renderObject={({ name, uses }) => (
          <SidePanel
            title={name}
            onClose={() => address.close()}
            footer={
              <>
                <DeleteButton noun="key" onClick={() => address.close()} />
                <Button variant="primary" onClick={() => address.act('edit')}>
                  <Pencil aria-hidden />
                  Edit key
                </Button>
              </>
            }
          >
            <dl className="p-4 [&_dd]:text-sm [&_dt]:text-xs [&_dt]:text-faint">
              <Fact term="Uses">{uses ?? 'Unknown'}</Fact>
            </dl>
          </SidePanel>
        )}
      />
    </section>
  )
}

/** A link to an object that isn't there opens the panel that says so; a button stands for the link. */
function OldLink() {
  const [isFollowed, setIsFollowed] = useState(false)
  return isFollowed ? (
    <Keys label="Keys of an old link" list={list(keys)} initial={{ open: 'deleted' }} />
  ) : (
    <Button onClick={() => setIsFollowed(true)}>Follow an old link</Button>
  )
}

export default function ObjectPagePage() {
  return (
    <Stand>
      <Specimens title="ObjectList and OpenedObject">
        <Specimen title="A list with panels" className="p-0">
          <Keys label="Keys" list={list(keys)} />
        </Specimen>
        <Specimen title="5,000 objects" className="p-0">
          <Keys label="Many keys" list={list(thousands)} />
        </Specimen>
        <Specimen title="Loading" className="p-0">
          <Keys label="Keys that load" list={list(undefined)} />
        </Specimen>
        <Specimen title="No objects" className="p-0">
          <Keys label="No keys" list={list([])} />
        </Specimen>
        <Specimen title="Nothing matches the search" className="p-0">
          <Keys label="Searched keys" list={list(keys)} initial={{ q: 'production' }} />
        </Specimen>
        <Specimen title="Loading failed" className="p-0">
          <Keys label="Keys that failed to load" list={list(undefined, loadFailed)} />
        </Specimen>
        <Specimen title="An object that is gone">
          <OldLink />
        </Specimen>
      </Specimens>
    </Stand>
  )
}
