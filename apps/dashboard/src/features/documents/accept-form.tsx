import type { Organization } from '@colonnade/contracts/organizations/organizations'
import { Button, Checkbox, Panel, PanelContent, PanelFooter, toast } from '@colonnade/ui'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { acceptFormText } from './messages.ts'
import { useAcceptDocument } from './mutations.ts'

export interface AcceptFormProps {
  readonly organization: Pick<Organization, 'slug' | 'name'>
  readonly id: string
  readonly title: string
  readonly number: number
}

/** Accepts a version for the whole organization, which who does it has to say they may. */
export function AcceptForm({ organization: { slug, name }, id, title, number }: AcceptFormProps) {
  const [isSure, setIsSure] = useState(false)
  const accept = useAcceptDocument(slug)
  return (
    <Panel label={acceptFormText.acceptTitle(title)} className="border-accent/40">
      <PanelContent className="flex flex-col gap-3">
        <Checkbox
          isChecked={isSure}
          onCheckedChange={setIsSure}
          className="items-start [&>:first-child]:mt-0.5"
          label={acceptFormText.confirm(number, name)}
        />
        {accept.error !== null && <ErrorNotice error={accept.error} />}
      </PanelContent>
      <PanelFooter note={acceptFormText.record}>
        <Button
          variant="primary"
          disabled={!isSure}
          isPending={accept.isPending}
          onClick={() => accept.mutate({ id, number }, { onSuccess: () => toast.success(acceptFormText.accepted(name)) })}
        >
          {acceptFormText.acceptFor(name)}
        </Button>
      </PanelFooter>
    </Panel>
  )
}
