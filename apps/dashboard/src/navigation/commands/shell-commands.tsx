import { CommandMenu, type Command } from '@colonnade/ui'
import { useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { showOverlay } from '../overlay.ts'
import type { Place } from '../use-menu.ts'
import type { VisibleGroup } from '../visible.ts'
import type { Entry } from './entries/entry.ts'
import { messages } from './messages.ts'
import { narrow } from './narrow.ts'
import { recentCommands, rememberCommand } from './recent.ts'
import { type Found, useEntryGroups } from './use-entry-groups.ts'

export interface ShellPlace extends Place {
  readonly menu?: readonly VisibleGroup[] | undefined
}

/** Everything that ⌘K reaches: pages and their settings, names in the project, projects and organizations, and actions. */
export function ShellCommands(place: ShellPlace) {
  return <CommandSearch {...useEntryGroups(place)} />
}

/** Apart from what gathers the entries, so that typing searches the same ones. */
function CommandSearch({ groups, ...state }: Found) {
  const router = useRouter()
  const [text, setText] = useState('')
  const [recent] = useState(recentCommands)
  const shown = useMemo(() => {
    const run = ({ does }: Entry) => {
      if ('run' in does) does.run()
      else if (does.to === '.') void router.navigate({ to: '.', search: true, hash: true, state: { asks: does.asks }, resetScroll: false })
      else void router.navigate({ href: does.to, state: { asks: does.asks } })
    }
    return narrow(groups, recent, text).map(({ label, entries }) => ({ label, items: entries.map((entry) => commandOf(entry, run)) }))
  }, [router, groups, recent, text])
  return (
    <CommandMenu
      isOpen
      onOpenChange={(isOpen) => showOverlay(isOpen ? 'commands' : 'none')}
      text={text}
      onTextChange={setText}
      groups={shown}
      note={noteOf(state)}
      onRun={({ id }) => rememberCommand(id)}
    />
  )
}

function commandOf(entry: Entry, run: (entry: Entry) => void): Command {
  const { id, label, hint, icon: Icon, keys } = entry
  return { id, label, icon: <Icon aria-hidden />, run: () => run(entry), ...(hint !== undefined && { hint }), ...(keys !== undefined && { keys }) }
}

const list = new Intl.ListFormat('en')

/** What is missing from the list. */
function noteOf({ loading, failed, asleep }: Omit<Found, 'groups'>): string | undefined {
  if (failed.length > 0) return messages.failed(list.format(failed.map((label) => label.toLowerCase())))
  if (loading.length > 0) return messages.loading
  return asleep ? messages.asleep : undefined
}
