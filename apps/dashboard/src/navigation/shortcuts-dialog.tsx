import { Dialog, Kbd } from '@colonnade/ui'
import { modifierKey } from '../lib/modifier-key.ts'
import { showOverlay } from './overlay.ts'
import { generalShortcuts, tableShortcuts } from './shortcut-lists.ts'
import { chordPrefix, type Chord } from './shortcuts.ts'
import { sqlShortcuts } from './sql-shortcuts.ts'

/** What `?` shows: the keys of everywhere, and those of where one is. */
export function ShortcutsDialog({ chords }: { readonly chords: readonly Chord[] }) {
  return (
    <Dialog title="Keyboard shortcuts" isOpen onOpenChange={(isOpen) => showOverlay(isOpen ? 'shortcuts' : 'none')}>
      <div className="flex flex-col gap-5">
        <ShortcutList title="Everywhere" shortcuts={generalShortcuts.map(({ keys, label }) => ({ keys, label }))} />
        <ShortcutList title="In SQL" shortcuts={sqlShortcuts.map(({ keys, label }) => ({ keys, label }))} />
        <ShortcutList title="In the rows of a table" shortcuts={tableShortcuts.map(({ keys, label }) => ({ keys, label }))} />
        <ShortcutList title="Go to" shortcuts={chords.map(({ key, label }) => ({ keys: [chordPrefix.toUpperCase(), key.toUpperCase()], label }))} />
      </div>
    </Dialog>
  )
}

interface ShortcutListProps {
  readonly title: string
  readonly shortcuts: readonly { readonly keys: readonly string[]; readonly label: string }[]
}

function ShortcutList({ title, shortcuts }: ShortcutListProps) {
  return (
    <section aria-label={title}>
      <h3 className="pb-1 text-xs text-faint">{title}</h3>
      <dl className="flex flex-col">
        {shortcuts.map(({ keys, label }) => (
          <div key={label} className="flex min-h-8 items-center justify-between gap-4 border-b last:border-b-0">
            <dt>{label}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key === 'mod' ? modifierKey : key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
