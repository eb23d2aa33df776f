import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import type { ShellPlace } from './commands/shell-commands.tsx'
import { loaded } from '../lib/late/loaded.ts'
import { whenIdle } from '../lib/late/when-idle.ts'
import { toggleEditorPanel } from '../scope/editor-panel/editor-panel.ts'
import { showOverlay, useOverlay } from './overlay.ts'
import { chordsOf, createKeyReader } from './shortcuts.ts'

const loadCommands = () => import('./commands/shell-commands.tsx')
const ShellCommands = lazy(loaded(loadCommands, 'ShellCommands'))
const ShortcutsDialog = lazy(loaded(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog'))

/** One for all pages: a chord that is begun on one of them may be ended on the next. */
const readKey = createKeyReader()

/** The command menu and the list of shortcuts, with the keys that open them and the keys that open pages. */
export function ShellOverlays(place: ShellPlace) {
  const overlay = useOverlay()
  const navigate = useNavigate()
  const chords = chordsOf(place.menu ?? [])
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const action = event.defaultPrevented ? null : readKey(event, isTyping(event.target), chords)
    if (action === null) return
    event.preventDefault()
    if ('to' in action) void navigate({ to: action.to })
    else if (action.overlay === 'editor') toggleEditorPanel()
    else showOverlay(action.overlay)
  })
  // from the first paint on: who sees the page may press its keys
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  useEffect(() => {
    // on hand before it is first asked for, and in nobody's way
    const stopWaiting = whenIdle(() => void loadCommands().catch(() => {}), 5_000)
    return () => {
      stopWaiting()
      showOverlay('none')
    }
  }, [])
  return (
    <Suspense fallback={null}>
      {overlay === 'commands' && <ShellCommands {...place} />}
      {overlay === 'shortcuts' && <ShortcutsDialog chords={chords} />}
    </Suspense>
  )
}

/** Whether keys are text where the event comes from. A dialog that lies over the page has keys of its own. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select, [role=dialog], [role=menu]') !== null)
}
