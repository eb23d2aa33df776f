import type { IdentityProvider, ProviderTest } from '@colonnade/contracts/people/identity-providers'
import { Badge, Button, ConfirmDialog, CopyButton, Switch, toast } from '@colonnade/ui'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/error-notice.tsx'
import { kindNames } from './kind-names.ts'
import { rowText } from './messages.ts'
import { useTestProvider, useUpdateProvider } from './mutations.ts'
import { leftOutText, peopleText } from './people-text.ts'

export interface ProviderRowProps {
  readonly provider: IdentityProvider
  readonly onEdit: () => void
  readonly onRemove: () => void
}

export function ProviderRow({ provider, onEdit, onRemove }: ProviderRowProps) {
  const { key, kind, name, issuer, is_enabled: isOn, callback_url: callbackUrl, people, people_without_another_way: leftOut } = provider
  const update = useUpdateProvider()
  const test = useTestProvider()
  const [isTurningOff, setIsTurningOff] = useState(false)
  const turn = (next: boolean) =>
    update.mutate({ key, changes: { is_enabled: next } }, { onError: (error) => toast.error(rowText.notChanged(messageOf(error))) })
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
            <Badge>{kindNames[kind]}</Badge>
          </p>
          <p className="dotted text-xs text-faint">
            <span className="font-mono wrap-anywhere">{issuer}</span>
            <span>{peopleText(people)}</span>
          </p>
        </div>
        <Switch
          isOn={isOn}
          disabled={update.isPending}
          onChange={(next) => (!next && leftOut > 0 ? setIsTurningOff(true) : turn(next))}
          label={
            <span className="text-xs text-soft">
              <span className="sr-only">{name}: </span>
              {isOn ? 'On' : 'Off'}
            </span>
          }
        />
      </div>
      <div className="flex min-w-0 items-center gap-1 text-xs text-soft">
        <span className="shrink-0">{rowText.callbackURL}</span>
        <span className="min-w-0 truncate font-mono text-fg" title={callbackUrl}>
          {callbackUrl}
        </span>
        <CopyButton isIconOnly text={callbackUrl} label={rowText.copyCallbackURL(name)} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" aria-label={rowText.testProvider(name)} isPending={test.isPending} onClick={() => test.mutate(key)}>
          {rowText.test}
        </Button>
        <Button size="sm" aria-label={rowText.editProvider(name)} onClick={onEdit}>
          {rowText.edit}
        </Button>
        <Button size="sm" aria-label={rowText.deleteProvider(name)} onClick={onRemove}>
          {rowText.delete}
        </Button>
      </div>
      <output>
        {test.data && <Outcome test={test.data} name={name} />}
        {test.error && <span className="text-xs text-danger">{messageOf(test.error)}</span>}
      </output>
      <ConfirmDialog
        isOpen={isTurningOff}
        onOpenChange={setIsTurningOff}
        title={rowText.turnOffTitle(name)}
        description={rowText.turnOffBody(leftOutText(leftOut))}
        confirmLabel={rowText.turnOff}
        isDanger
        onConfirm={async () => {
          await update.mutateAsync({ key, changes: { is_enabled: false } })
        }}
      />
    </li>
  )
}

function Outcome({ test: { problem }, name }: { readonly test: ProviderTest; readonly name: string }) {
  if (problem !== null) {
    return (
      <span className="flex gap-2 text-xs text-danger">
        <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
        <span className="min-w-0 wrap-anywhere">{problem}</span>
      </span>
    )
  }
  return (
    <span className="flex gap-2 text-xs text-soft">
      <CircleCheck aria-hidden className="mt-0.5 size-3.5 shrink-0 text-accent" />
      {rowText.works(name)}
    </span>
  )
}
