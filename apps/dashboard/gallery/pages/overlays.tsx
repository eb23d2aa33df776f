import {
  BottomSheet,
  Button,
  CommandMenu,
  ConfirmDialog,
  ContextMenu,
  Dialog,
  DialogClose,
  Field,
  Input,
  Menu,
  MenuChoice,
  MenuItem,
  MenuLink,
  MenuSeparator,
  Popover,
  Select,
  Sheet,
  Skeleton,
  Tooltip,
} from '@colonnade/ui'
import { Copy, Database, Pencil, Settings, Table, Trash2 } from 'lucide-react'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { Specimen, Specimens } from '../specimen.tsx'

const lorem = 'A row of the table is what a policy lets through, no more and no less. '

export default function OverlaysPage() {
  return (
    <>
      <Specimens title="Dialog">
        <Specimen title="With a form and buttons">
          <Dialog
            trigger={<Button>Rename…</Button>}
            title="Rename project"
            description="Links keep working: they hold the reference, not the name."
            footer={
              <>
                <DialogClose>
                  <Button>Cancel</Button>
                </DialogClose>
                <DialogClose>
                  <Button variant="primary">Rename</Button>
                </DialogClose>
              </>
            }
          >
            <Field label="Name">
              <Input defaultValue="Herald" />
            </Field>
          </Dialog>
        </Specimen>
        <Specimen title="Longer than the window">
          <Dialog trigger={<Button>Long text…</Button>} title="Terms" footer={<Button variant="primary">Accept</Button>}>
            <p>{lorem.repeat(80)}</p>
          </Dialog>
        </Specimen>
        <Specimen title="ConfirmDialog, which must be typed">
          <Opened label="Delete project…">{(isOpen, setIsOpen) => <DeleteProject {...{ isOpen, setIsOpen }} />}</Opened>
        </Specimen>
        <Specimen title="ConfirmDialog that fails">
          <Opened label="Pause project…">
            {(isOpen, setIsOpen) => (
              <ConfirmDialog
                isOpen={isOpen}
                onOpenChange={setIsOpen}
                title="Pause project"
                description="Its database stops; nothing is lost."
                confirmLabel="Pause"
                onConfirm={() => Promise.reject(new Error('The project is changing its state'))}
              />
            )}
          </Opened>
        </Specimen>
      </Specimens>
      <Specimens title="Sheet">
        <Specimen title="From the right, with a footer">
          <Opened label="New row…">
            {(isOpen, setIsOpen) => (
              <Sheet
                isOpen={isOpen}
                onOpenChange={setIsOpen}
                title="New row"
                description="public.orders"
                footer={<Button variant="primary">Save</Button>}
              >
                <p className="p-4">{lorem.repeat(60)}</p>
              </Sheet>
            )}
          </Opened>
        </Specimen>
        <Specimen title="From the left">
          <Opened label="Menu…">
            {(isOpen, setIsOpen) => (
              <Sheet isOpen={isOpen} onOpenChange={setIsOpen} title="Menu" side="left">
                <p className="p-4">{lorem}</p>
              </Sheet>
            )}
          </Opened>
        </Specimen>
        <Specimen title="A form: begins with the first field that waits for text">
          <Opened label="New type…">{(isOpen, setIsOpen) => <NewType {...{ isOpen, setIsOpen }} />}</Opened>
        </Specimen>
        <Specimen title="A form that is loaded while another sheet shows that">
          <Opened label="Edit table…">{(isOpen, setIsOpen) => isOpen && <EditTable onClose={() => setIsOpen(false)} />}</Opened>
        </Specimen>
        <Specimen title="BottomSheet: closes when the address or the window's width changes">
          <PhoneMenu />
        </Specimen>
      </Specimens>
      <Specimens title="Menu">
        <Specimen title="Icons, keys, danger, not now">
          <Menu trigger={<Button>Table</Button>}>
            <MenuItem icon={<Pencil aria-hidden />} hint="⌘E">
              Edit table
            </MenuItem>
            <MenuItem icon={<Copy aria-hidden />}>Duplicate table</MenuItem>
            <MenuItem icon={<Table aria-hidden />} disabled>
              View policies
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={<Trash2 aria-hidden />} isDanger>
              Delete table
            </MenuItem>
          </Menu>
        </Specimen>
        <Specimen title="Links and a choice">
          <ChoiceMenu />
        </Specimen>
        <Specimen title="ContextMenu">
          <ContextMenu
            className="rounded-md border border-dashed border-strong px-6 py-4 text-soft"
            items={
              <>
                <MenuItem>Copy cell</MenuItem>
                <MenuItem>Filter by value</MenuItem>
                <MenuSeparator />
                <MenuItem isDanger>Delete row</MenuItem>
              </>
            }
          >
            Right-click here
          </ContextMenu>
        </Specimen>
      </Specimens>
      <Specimens title="Popover, Tooltip, CommandMenu">
        <Specimen title="Popover">
          <Popover label="Filter" trigger={<Button>Filter</Button>} className="p-3">
            <Field label="Value">
              <Input />
            </Field>
          </Popover>
        </Specimen>
        <Specimen title="Popover that also opens by hovering">
          <Popover label="About replicas" opensOnHover trigger={<Button variant="ghost">3 replicas</Button>} className="p-3">
            Two in Europe, one in Asia.
          </Popover>
        </Specimen>
        <Specimen title="Tooltip">
          <Tooltip content="Unpause your project to enable branching">
            <Button aria-disabled>Enable branching</Button>
          </Tooltip>
        </Specimen>
        <Specimen title="CommandMenu">
          <Opened label="Commands…">{(isOpen, setIsOpen) => <Commands {...{ isOpen, setIsOpen }} />}</Opened>
        </Specimen>
      </Specimens>
    </>
  )
}

const commands = [
  {
    label: 'Go to',
    items: ['Table editor', 'SQL editor', 'Database', 'Project settings'].map((label) => ({
      id: label,
      label,
      icon: <Settings aria-hidden />,
      run: () => {},
    })),
  },
  {
    label: 'Tables',
    items: Array.from({ length: 40 }, (_, index) => ({
      id: `t${index}`,
      label: `public.table_${index}`,
      icon: <Database aria-hidden />,
      run: () => {},
    })),
  },
]

function Opened({
  label,
  children,
}: {
  readonly label: string
  readonly children: (isOpen: boolean, setIsOpen: (isOpen: boolean) => void) => ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{label}</Button>
      {children(isOpen, setIsOpen)}
    </>
  )
}

interface SheetState {
  readonly isOpen: boolean
  readonly setIsOpen: (isOpen: boolean) => void
}

function NewType({ isOpen, setIsOpen }: SheetState) {
  const [kind, setKind] = useState('enum')
  return (
    <Sheet isOpen={isOpen} onOpenChange={setIsOpen} title="New type" isForm>
      <div className="flex flex-col gap-4 p-4">
        <Field label="Kind">
          <Select value={kind} options={['enum', 'domain'].map((value) => ({ value, label: value }))} onValueChange={setKind} />
        </Field>
        <Field label="Name">
          <Input />
        </Field>
      </div>
    </Sheet>
  )
}

const LateFields = lazy(async () => ({
  default: () => (
    <Field label="Name">
      <Input />
    </Field>
  ),
}))

function EditTable({ onClose }: { readonly onClose: () => void }) {
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setIsLoaded(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <Sheet key={String(isLoaded)} isOpen onOpenChange={onClose} title="Edit table" isForm>
      <div className="p-4">
        <Suspense fallback={<Skeleton className="h-8 w-full" />}>{isLoaded ? <LateFields /> : <Skeleton className="h-8 w-40" />}</Suspense>
      </div>
    </Sheet>
  )
}

function PhoneMenu() {
  const [isOpen, setIsOpen] = useState(false)
  const [address, setAddress] = useState('home')
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Project menu…</Button>
      <BottomSheet isOpen={isOpen} onOpenChange={setIsOpen} closeOn={address} title="Project">
        <div className="flex flex-col items-start gap-2 p-4">
          <Button onClick={() => setAddress(address === 'home' ? 'editor' : 'home')}>Go to another page</Button>
          <p>{lorem.repeat(60)}</p>
        </div>
      </BottomSheet>
    </>
  )
}

function DeleteProject({ isOpen, setIsOpen }: { readonly isOpen: boolean; readonly setIsOpen: (isOpen: boolean) => void }) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      title="Delete project"
      description="The database and its backups are gone for good."
      confirmLabel="Delete"
      typedName="Herald"
      isDanger
      onConfirm={() => Promise.resolve()}
    />
  )
}

function Commands({ isOpen, setIsOpen }: { readonly isOpen: boolean; readonly setIsOpen: (isOpen: boolean) => void }) {
  const [text, setText] = useState('')
  const found = commands.map((group) => ({ ...group, items: group.items.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase())) }))
  return (
    <CommandMenu isOpen={isOpen} onOpenChange={setIsOpen} text={text} onTextChange={setText} groups={found.filter(({ items }) => items.length > 0)} />
  )
}

const sorts = [
  { value: 'name', label: 'Alphabetical' },
  { value: 'type', label: 'By type, then name' },
] as const

function ChoiceMenu() {
  const [sort, setSort] = useState<(typeof sorts)[number]['value']>('name')
  return (
    <Menu trigger={<Button>View</Button>}>
      <MenuChoice label="Sort" value={sort} options={sorts} onChange={setSort} />
      <MenuSeparator />
      {/* oxlint-disable-next-line jsx-a11y/anchor-has-content jsx-a11y/control-has-associated-label -- the menu fills it */}
      <MenuLink link={<a href="#overlays" />} icon={<Settings aria-hidden />}>
        Settings
      </MenuLink>
    </Menu>
  )
}
