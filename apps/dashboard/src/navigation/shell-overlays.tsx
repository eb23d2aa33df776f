import { Dialog, Kbd } from '@colonnade/ui'
import { useEffect } from 'react'
import { modifierKey } from '../lib/modifier-key.ts'
import { showOverlay, useOverlay } from './command-menu-state.ts'
import { ShellCommands, type ShellPlace } from './shell-commands.tsx'
import { overlayFor, shortcuts } from './shortcuts.ts'

/** The command menu and the list of shortcuts, with the keys that open them. */
export function ShellOverlays(props: ShellPlace) {
  const overlay = useOverlay()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const wanted = event.defaultPrevented ? null : overlayFor(event, isTyping(event.target))
      if (wanted === null) return
      event.preventDefault()
      showOverlay(wanted)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      showOverlay('none')
    }
  }, [])
  return (
    <>
      {overlay === 'commands' && <ShellCommands {...props} />}
      <Dialog title="Keyboard shortcuts" isOpen={overlay === 'shortcuts'} onOpenChange={(isOpen) => showOverlay(isOpen ? 'shortcuts' : 'none')}>
        <dl className="flex flex-col">
          {shortcuts.map(({ keys, label }) => (
            <div key={label} className="flex h-9 items-center justify-between border-b last:border-b-0">
              <dt>{label}</dt>
              <dd className="flex gap-1">
                {keys.map((key) => (
                  <Kbd key={key}>{key === 'mod' ? modifierKey : key}</Kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
