import type { AddonReport } from '@colonnade/contracts/projects/addons'
import type { Project } from '@colonnade/contracts/projects/projects'
import { Badge, Button, ConfirmDialog, toast } from '@colonnade/ui'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { SidePanel } from '../../lib/panels/side-panel.tsx'
import { whoMay } from '../../lib/texts/who-may.ts'
import { useAddonPrices, useChooseAddon } from '../../scope/database-source/addon-queries.ts'
import { addonWords, type ChosenType, choicesOf, consequenceOf, currentOf, mustWait, stateLooks, waitingText } from './addon-words.ts'
import { addonPanelText } from './messages.ts'
import { PoolerAddress } from './pooler-address.tsx'

export interface AddonPanelProps {
  readonly project: Project
  readonly type: ChosenType
  readonly report: AddonReport
  readonly mayOperate: boolean
  readonly onClose: () => void
}

/** One add-on: what it does and needs, and which variant the project has. */
export function AddonPanel({ project, type, report, mayOperate, onClose }: AddonPanelProps) {
  const { title, summary, needs } = addonWords[type]
  const current = currentOf(type, report)
  const choices = choicesOf(type, report)
  // null is a choice too; undefined is what the project has
  const [picked, setPicked] = useState<string | null>()
  const [isAsking, setIsAsking] = useState(false)
  const choose = useChooseAddon(project.ref)
  const chosen = picked === undefined ? current.identifier : picked
  const choice = choices.find(({ identifier }) => identifier === chosen)
  const isChanged = chosen !== current.identifier
  const waiting = waitingText(type, project, current)
  const prices = useAddonPrices(project, type)
  const look = stateLooks[current.state]
  const isMoving = current.state === 'CHANGING' || current.state === 'REMOVING'
  const consequence = choice && isChanged ? consequenceOf(type, current, choice) : null
  const isReady = mayOperate && consequence !== null && !isMoving && !mustWait(type, project, current, chosen)
  const apply = async (): Promise<void> => {
    await choose.mutateAsync({ type, variant: chosen })
    setPicked(undefined)
    toast.success(addonPanelText.addUpdated)
  }
  const submit = (): void => {
    if (!isReady || choose.isPending) return
    if (consequence.isDanger) setIsAsking(true)
    // what failed is shown in the panel
    else void apply().catch(() => {})
  }
  return (
    <SidePanel
      title={title}
      description={summary}
      onClose={onClose}
      onSubmit={submit}
      footer={
        mayOperate && (
          <>
            <Button onClick={onClose}>{addonPanelText.close}</Button>
            <Button variant={consequence?.isDanger === true ? 'danger' : 'primary'} disabled={!isReady} isPending={choose.isPending} onClick={submit}>
              {consequence?.button ?? 'Change'}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-5 p-4 text-sm">
        {look !== null && (
          <p aria-live="polite" className="flex flex-wrap items-center gap-2">
            <Badge tone={look.tone}>{look.label}</Badge>
            <span className={current.problem === null ? 'text-soft' : 'text-danger wrap-anywhere'}>{current.problem ?? current.name}</span>
          </p>
        )}
        <fieldset disabled={!mayOperate || isMoving || choose.isPending} className="min-w-0">
          <legend className="mb-2 font-medium">{type === 'compute_instance' ? 'Size' : type === 'pitr' ? 'Window' : 'Pooler'}</legend>
          <div className="ruled rounded-md border">
            {choices.map(({ identifier, name, detail, refusal }) => (
              <label key={name} className="flex min-h-11 items-start gap-3 px-3 py-2.5 not-has-disabled:hover:bg-hover has-checked:bg-selected">
                <input
                  type="radio"
                  name="variant"
                  className="mt-0.5 size-4 shrink-0 accent-(--accent)"
                  checked={identifier === chosen}
                  disabled={identifier !== current.identifier && (refusal !== null || mustWait(type, project, current, identifier))}
                  onChange={() => setPicked(identifier)}
                />
                <span className="min-w-0 flex-1">
                  <span className="flex flex-wrap items-center gap-2 font-medium">
                    {name}
                    {identifier === current.identifier && <Badge tone="accent">{addonPanelText.current}</Badge>}
                    <span className="ml-auto font-normal text-soft tabular-nums">{prices.of(identifier)}</span>
                  </span>
                  {(detail ?? refusal) !== null && <span className="text-xs text-soft">{refusal ?? detail}</span>}
                </span>
              </label>
            ))}
          </div>
          {prices.note !== null && <p className="mt-2 text-xs text-faint">{prices.note}</p>}
        </fieldset>
        {choose.error !== null && <ErrorNotice error={choose.error} subject={addonPanelText.failedChangeAdd} />}
        {consequence !== null && consequence.warning !== null && (
          <p className="rounded-md border border-warning/40 bg-warning-tint px-3 py-2">{consequence.warning}</p>
        )}
        {mayOperate && !isMoving && waiting !== null && <p className="text-soft">{waiting}</p>}
        {!mayOperate && <p className="text-soft">{whoMay('projects:operate', addonPanelText.change)}</p>}
        {type === 'ipv4' && current.identifier !== null && <PoolerAddress projectRef={project.ref} />}
        <div>
          <h3 className="mb-1 font-medium">{addonPanelText.requirements}</h3>
          <ul className="list-disc pl-5 text-soft">
            {needs.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </div>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={`${title}: ${choice?.name ?? ''}?`}
        description={consequence?.warning ?? ''}
        confirmLabel={consequence?.button ?? ''}
        isDanger
        onConfirm={apply}
      />
    </SidePanel>
  )
}
