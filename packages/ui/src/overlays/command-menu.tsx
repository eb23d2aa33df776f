import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Kbd } from '../display/kbd.tsx'
import { backdropClass } from './dialog.tsx'

export interface Command {
  readonly id: string
  readonly label: string
  readonly icon?: ReactNode
  readonly hint?: ReactNode
  /** Keys that do the same. */
  readonly keys?: readonly string[]
  readonly run: () => void
}

export interface CommandGroup {
  readonly label: string
  readonly items: readonly Command[]
}

export interface CommandMenuProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  /** What has been typed. */
  readonly text: string
  readonly onTextChange: (text: string) => void
  /** What fits the text: the caller finds it among all there is, and keeps it short. */
  readonly groups: readonly CommandGroup[]
  /** Told of what was chosen, just before it runs. */
  readonly onRun?: (command: Command) => void
  /** Shows below the list what is missing from it. */
  readonly note?: string | undefined
  readonly placeholder?: string
}

/** Everything that can be done, found by typing. */
export function CommandMenu({
  isOpen,
  onOpenChange,
  text,
  onTextChange,
  groups,
  onRun,
  note,
  placeholder = 'Search pages, tables, settings and actions…',
}: CommandMenuProps) {
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropClass} />
        <BaseDialog.Popup
          aria-label="Command menu"
          className="pop fixed top-[12dvh] left-1/2 z-50 flex max-h-[min(28rem,76dvh)] w-[36rem] max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-col overflow-hidden rounded-lg outline-none"
        >
          <Autocomplete.Root
            open
            inline
            items={groups}
            filter={null}
            value={text}
            onValueChange={onTextChange}
            itemToStringValue={labelOf}
            autoHighlight="always"
            keepHighlight
          >
            <div className="flex items-center gap-2 border-b px-3">
              <Search aria-hidden className="size-4 shrink-0 text-faint" />
              <Autocomplete.Input
                aria-label="Search commands"
                placeholder={placeholder}
                className="h-11 w-full bg-transparent text-base outline-none placeholder:text-faint pointer-coarse:text-lg"
              />
              <Kbd>Esc</Kbd>
            </div>
            <BaseDialog.Close className="sr-only">Close command menu</BaseDialog.Close>
            <Autocomplete.Empty>
              <div className="px-4 py-8 text-center text-faint">No results</div>
            </Autocomplete.Empty>
            <Autocomplete.List className="min-h-0 overflow-y-auto overscroll-contain p-1 data-empty:p-0">
              {(group: CommandGroup) => (
                <Autocomplete.Group key={group.label} items={group.items} className="not-last:mb-1">
                  <Autocomplete.GroupLabel className="px-2 pt-2 pb-1 text-xs text-faint select-none">{group.label}</Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(command: Command) => (
                      <Autocomplete.Item
                        key={command.id}
                        value={command}
                        onClick={() => {
                          onOpenChange(false)
                          onRun?.(command)
                          command.run()
                        }}
                        className="flex min-h-8 items-center gap-2.5 rounded-sm px-2 outline-none select-none data-highlighted:bg-selected data-highlighted:[&_.text-faint]:text-soft [&_svg]:size-4 [&_svg]:text-faint"
                      >
                        {command.icon}
                        <span className="min-w-0 flex-1 truncate">{command.label}</span>
                        {command.hint !== undefined && <span className="max-w-48 truncate text-xs text-faint">{command.hint}</span>}
                        {command.keys !== undefined && (
                          <span className="hidden gap-1 md:flex">
                            {command.keys.map((key) => (
                              <Kbd key={key}>{key}</Kbd>
                            ))}
                          </span>
                        )}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
            <Autocomplete.Status className="sr-only">{countText(groups)}</Autocomplete.Status>
            {note !== undefined && <output className="block border-t px-3 py-2 text-xs text-faint">{note}</output>}
          </Autocomplete.Root>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

/** How many results there are, for screen readers. */
function countText(groups: readonly CommandGroup[]): string {
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)
  if (count === 0) return 'No results'
  return count === 1 ? '1 result' : `${count} results`
}

function labelOf(command: Command): string {
  return command.label
}
