import { type Compute, computes, isResizable, type Project } from '@colonnade/contracts/projects/projects'
import { Badge, Button, ConfirmDialog, Panel, PanelContent, PanelFooter, PanelHeader } from '@colonnade/ui'
import { useState } from 'react'
import { formatBytes } from '../../../lib/bytes.ts'
import { priceLine } from '../../../lib/texts/addon-prices.ts'
import { computeName, nounOf } from '../../../lib/texts/project-names.ts'
import { whoMay } from '../../../lib/texts/who-may.ts'
import { addonsQuery, useAddonPrices } from '../../../scope/database-source/addon-queries.ts'
import { PricesFailed } from '../../../scope/prices/prices-failed.tsx'
import { useResizeProject } from '../mutations.ts'
import { sizePanelText } from './messages.ts'

export interface SizePanelProps {
  readonly project: Project
  readonly mayResize: boolean
  /** Memory that its processes take now, in bytes; null when that is not known. */
  readonly memory: number | null
}

const bytesPerMb = 1024 * 1024

/** The sizes that a project can have, and the one that it has. */
export function SizePanel({ project, mayResize, memory }: SizePanelProps) {
  // even if someone else changes the size
  const [picked, setPicked] = useState<Compute>()
  const chosen = picked ?? project.compute
  const [isConfirming, setIsConfirming] = useState(false)
  const resize = useResizeProject(project.ref)
  const prices = useAddonPrices(project, 'compute_instance')
  const isOpen = isResizable(project)
  const next = computes.find(({ id }) => id === chosen)!
  return (
    <Panel label={sizePanelText.computeSize}>
      <PanelHeader
        title={sizePanelText.computeSize}
        description={memory === null ? sizePanelText.description : sizePanelText.descriptionWithUse(formatBytes(memory))}
      />
      <PanelContent className="empty:hidden">
        <PricesFailed query={addonsQuery(project.ref)} />
      </PanelContent>
      <fieldset disabled={!mayResize || !isOpen} className="min-w-0">
        <legend className="sr-only">{sizePanelText.computeSize}</legend>
        <div className="ruled">
          {computes.map(({ id, name, buffers_mb: buffers, connections, workers }) => (
            <label
              key={id}
              className="flex min-h-12 items-center gap-x-3 px-4 py-2 hover:bg-hover has-checked:bg-selected has-disabled:hover:bg-transparent flex-wrap"
            >
              <input
                type="radio"
                name="compute"
                value={id}
                checked={chosen === id}
                onChange={() => setPicked(id)}
                className="size-4 accent-(--accent)"
              />
              <span className="flex items-center gap-2 font-medium">
                {name}
                {id === project.compute && <Badge tone="accent">{sizePanelText.current}</Badge>}
              </span>
              <span className="ml-auto text-sm tabular-nums">{prices.of(`ci_${id}`)}</span>
              <span className="flex basis-full flex-wrap gap-x-4 pl-7 text-sm text-soft tabular-nums">
                <span>{sizePanelText.buffers(formatBytes(buffers * bytesPerMb))}</span>
                <span>{sizePanelText.connections(connections)}</span>
                <span>{sizePanelText.workers(workers)}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <PanelFooter
        note={
          <>
            <p>
              {!mayResize
                ? whoMay('projects:operate', sizePanelText.change)
                : isOpen
                  ? sizePanelText.changeHint
                  : sizePanelText.changeSizeWhenActive(nounOf(project))}
            </p>
            {prices.note !== null && <p>{prices.note}</p>}
          </>
        }
      >
        {mayResize && (
          <Button variant="primary" disabled={!isOpen || chosen === project.compute} onClick={() => setIsConfirming(true)}>
            {sizePanelText.changeSize}
          </Button>
        )}
      </PanelFooter>
      <ConfirmDialog
        isOpen={isConfirming}
        onOpenChange={setIsConfirming}
        title={sizePanelText.changeOf(next.name)}
        description={[
          sizePanelText.confirmDescription(formatBytes(next.buffers_mb * bytesPerMb), next.connections, computeName(project.compute)),
          priceLine(prices, `ci_${chosen}`),
        ]
          .filter((each) => each !== undefined)
          .join(' ')}
        confirmLabel={sizePanelText.confirm(next.name)}
        onConfirm={async () => {
          await resize.mutateAsync(chosen)
          setPicked(undefined)
        }}
      />
    </Panel>
  )
}
