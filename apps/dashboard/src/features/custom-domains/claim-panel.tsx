import { isAppError } from '@colonnade/core'
import { Button, Field, Input } from '@colonnade/ui'
import { useRef, useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { fieldProblems } from '../../lib/forms/form-errors.ts'
import { SidePanel, type SidePanelProps } from '../../lib/panels/side-panel.tsx'
import { priceLine } from '../../lib/texts/addon-prices.ts'
import { whoMay } from '../../lib/texts/who-may.ts'
import { addonsQuery, useAddonPrices } from '../../scope/database-source/addon-queries.ts'
import { PricesFailed } from '../../scope/prices/prices-failed.tsx'
import { useProject } from '../../scope/use-project.ts'
import { claimPanelText } from './messages.ts'
import { useClaimDomain } from './queries.ts'

export interface ClaimPanelProps extends Pick<SidePanelProps, 'title' | 'description' | 'onClose'> {
  readonly projectRef: string
  readonly refusal: string | null
  readonly mayOperate: boolean
}

/** While the project has no domain: names one. */
export function ClaimPanel({ projectRef, refusal, mayOperate, onClose, ...panel }: ClaimPanelProps) {
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [isEmpty, setIsEmpty] = useState(false)
  const claim = useClaimDomain(projectRef)
  const price = priceLine(useAddonPrices(useProject(projectRef), 'custom_domain'), 'cd_default')
  const isOpen = mayOperate && refusal === null
  const problem = isEmpty
    ? claimPanelText.enterDomainSuchDb
    : fieldProblems(claim.error, { custom_domain_taken: 'name' }).find(({ field }) => field === 'name')?.message
  const submit = (): void => {
    if (!isOpen || claim.isPending) return
    setIsEmpty(name.trim() === '')
    if (name.trim() === '') return input.current?.focus()
    claim.mutate(name, { onError: (error) => isAppError(error, 'invalid_input', 'custom_domain_taken') && input.current?.focus() })
  }
  return (
    <SidePanel
      {...panel}
      onClose={onClose}
      onSubmit={submit}
      isDirty={name !== '' && !claim.isSuccess}
      footer={
        <>
          <Button onClick={onClose}>{claimPanelText.close}</Button>
          {isOpen && (
            <Button variant="primary" isPending={claim.isPending} onClick={submit}>
              {claimPanelText.addDomain}
            </Button>
          )}
        </>
      }
    >
      <form
        noValidate
        className="flex flex-col gap-5 p-4 text-sm"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {refusal !== null && <p className="rounded-md border border-warning/40 bg-warning-tint px-3 py-2">{refusal}.</p>}
        {isOpen && (
          <Field label={claimPanelText.domain} hint={claimPanelText.domainWhoseDnsRecords} error={problem}>
            <Input
              ref={input}
              isMono
              value={name}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder={claimPanelText.dbExampleCom}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
        )}
        <PricesFailed query={addonsQuery(projectRef)} />
        {price !== undefined && <p className="text-soft">{price}</p>}
        {claim.error !== null && problem === undefined && <ErrorNotice error={claim.error} subject={claimPanelText.failedAddDomain} />}
        {!mayOperate && refusal === null && (
          <p className="text-soft">{claimPanelText.projectDoesntHaveCustom(whoMay('projects:operate', claimPanelText.addOne))}</p>
        )}
        <div>
          <h3 className="mb-1 font-medium">{claimPanelText.howWorks}</h3>
          <ol className="list-decimal pl-5 text-soft">
            <li>{claimPanelText.addDomainGetTwo}</li>
            <li>{claimPanelText.colonnadeChecksDnsAutomatically}</li>
            <li>
              {claimPanelText.thenClientsConnectDomain} <code className="font-mono text-xs">postgres</code> {claimPanelText.instead}{' '}
              <code className="font-mono text-xs">postgres.{projectRef}</code>, {claimPanelText.sharedPoolersPorts}
            </li>
          </ol>
        </div>
        <div>
          <h3 className="mb-1 font-medium">{claimPanelText.requirements}</h3>
          <ul className="list-disc pl-5 text-soft">
            <li>{claimPanelText.paidPlanNotAvailable}</li>
            <li>{claimPanelText.nothingRestartsExistingConnection}</li>
          </ul>
        </div>
      </form>
    </SidePanel>
  )
}
