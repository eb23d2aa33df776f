import type { Organization, Project } from '@colonnade/contracts'
import { Dialog, Kbd } from '@colonnade/ui'
import { lazy, Suspense, useEffect } from 'react'
import { showOverlay, useOverlay } from './command-menu-state.ts'
import { overlayFor, shortcuts } from './shortcuts.ts'
import type { VisibleEntry } from './visible.ts'

const ShellCommands = lazy(() => import('./shell-commands.tsx').then((module) => ({ default: module.ShellCommands })))

export interface ShellOverlaysProps {
  readonly organization?: Organization | undefined
  readonly project?: Project | undefined
  readonly menu?: readonly (readonly VisibleEntry[])[] | undefined
}

/** The command menu and the list of shortcuts, with the keys that open them. */
export function ShellOverlays(props: ShellOverlaysProps) {
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
      {overlay === 'commands' && (
        <Suspense>
          <ShellCommands {...props} />
        </Suspense>
      )}
      <Dialog title="Keyboard shortcuts" isOpen={overlay === 'shortcuts'} onOpenChange={(isOpen) => showOverlay(isOpen ? 'shortcuts' : 'none')}>
        <dl className="flex flex-col">
          {shortcuts.map(({ keys, label }) => (
            <div key={label} className="flex h-9 items-center justify-between border-b last:border-b-0">
              <dt>{label}</dt>
              <dd className="flex gap-1">
                {keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
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
