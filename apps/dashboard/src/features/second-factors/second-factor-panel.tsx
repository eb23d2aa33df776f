import type { SecondFactors } from '@colonnade/contracts/people/second-factors'
import { Badge, Button, Panel, PanelContent, PanelFooter, PanelHeader, RelativeTime, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { EnrolDialog } from './enrol-dialog.tsx'
import { secondFactorsQuery } from '../../scope/proof/second-factors-query.ts'
import { panelText } from './messages.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { RenewDialog } from './renew-dialog.tsx'

/** So few recovery codes are a reason for new ones. */
const fewCodes = 3

/** The second step of signing in: whether there is one, and what is left of its recovery codes. */
export function SecondFactorPanel() {
  const { data: factors, error, refetch } = useQuery(secondFactorsQuery)
  const [open, setOpen] = useState<'none' | 'enrol' | 'renew' | 'remove'>('none')
  const dialog = (which: typeof open) => ({ isOpen: open === which, onOpenChange: (isOpen: boolean) => setOpen(isOpen ? which : 'none') })
  return (
    <Panel label={panelText.title}>
      <PanelHeader
        title={panelText.title}
        description={panelText.description}
        aside={factors && <Badge tone={factors.totp ? 'accent' : 'neutral'}>{factors.totp ? 'On' : 'Off'}</Badge>}
      />
      <PanelContent>
        {factors === undefined ? error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Loading /> : <State factors={factors} />}
      </PanelContent>
      {factors && (
        <PanelFooter note={factors.totp ? undefined : panelText.note}>
          {factors.totp ? (
            <>
              <Button onClick={() => setOpen('renew')}>{panelText.newCodes}</Button>
              <Button onClick={() => setOpen('remove')}>{panelText.turnOff}</Button>
            </>
          ) : (
            <Button variant="primary" onClick={() => setOpen('enrol')}>
              {panelText.setUp}
            </Button>
          )}
        </PanelFooter>
      )}
      <EnrolDialog {...dialog('enrol')} />
      <RenewDialog {...dialog('renew')} />
      <RemoveDialog {...dialog('remove')} />
    </Panel>
  )
}

function State({ factors: { totp, recovery_codes_left: left } }: { readonly factors: SecondFactors }) {
  if (totp === null) return <p className="text-soft">{panelText.off}</p>
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
      <dt className="text-faint">{panelText.authenticatorApp}</dt>
      <dd>
        {panelText.added}
        <RelativeTime value={totp.added_at} />
        {totp.last_used_at !== null && (
          <>
            {panelText.lastUsed}
            <RelativeTime value={totp.last_used_at} />
          </>
        )}
      </dd>
      <dt className="text-faint">{panelText.recoveryCodes}</dt>
      <dd className={left <= fewCodes ? 'text-warning' : undefined}>{panelText.codesLeft(left, left <= fewCodes)}</dd>
    </dl>
  )
}

function Loading() {
  return (
    <output aria-label={panelText.loading} className="flex flex-col gap-3">
      <Skeleton className="w-1/3" />
      <Skeleton className="h-3 w-2/3" />
    </output>
  )
}
