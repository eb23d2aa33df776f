import { Button, Panel, PanelContent, PanelFooter, PanelHeader } from '@colonnade/ui'
import { useEffect, useRef, type ReactNode } from 'react'

export interface ShownOnceProps {
  /** Names the region: "Secret of the webhook". */
  readonly label: string
  readonly title: ReactNode
  /** Asks to copy the secret: `copyNow('the secret')`. */
  readonly description: ReactNode
  /** What to do with it, beside the button. */
  readonly note?: ReactNode
  readonly doneLabel?: string
  /** The person has it. Nothing else closes the panel. */
  readonly onDone: () => void
  /** The values, each a `SecretValue`. */
  readonly children: ReactNode
}

/** A secret right after it was created, the only time it is shown. Takes the focus, and stays until the person says that they have copied it. */
export function ShownOnce({ label, title, description, note, doneLabel = 'I’ve copied it', onDone, children }: ShownOnceProps) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <div ref={panel} tabIndex={-1} className="rounded-lg outline-none">
      <Panel label={label} className="border-accent/40">
        <PanelHeader title={title} description={description} />
        <PanelContent className="flex flex-col gap-4">{children}</PanelContent>
        <PanelFooter note={note}>
          <Button onClick={onDone}>{doneLabel}</Button>
        </PanelFooter>
      </Panel>
    </div>
  )
}

/** Returns a text that asks to copy a secret: `copyNow('the secret')`. */
export function copyNow(what: string): string {
  return `Copy ${what} now. It’s shown only once.`
}
