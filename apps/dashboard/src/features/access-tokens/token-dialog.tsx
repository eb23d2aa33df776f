import type { Permission } from '@colonnade/contracts/foundation/permissions'
import { Name } from '@colonnade/contracts/foundation/values'
import type { AccessToken } from '@colonnade/contracts/people/access-tokens'
import { DateTimePicker, Dialog, Field, Input, SegmentedControl, Select } from '@colonnade/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { DialogForm } from '../../lib/forms/dialog-form.tsx'
import { expiries, type Expiry, expiryTime } from '../../lib/forms/expiry.ts'
import { fieldProblems } from '../../lib/forms/form-errors.ts'
import { organizationsQuery } from '../../scope/queries.ts'
import { expiryText } from './expiry-text.ts'
import { dialogText } from './messages.ts'
import { useCreateToken } from './mutations.ts'
import { type Preset, presets, scopesOf } from './scope-choice.ts'
import { ScopeList } from './scope-list.tsx'

type Made = AccessToken & { readonly token: string }

export interface TokenDialogProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly onMade: (made: Made) => void
}

/** Makes a token. */
export function TokenDialog({ isOpen, onOpenChange, onMade }: TokenDialogProps) {
  const name = useRef<HTMLInputElement>(null)
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={dialogText.title} initialFocus={name} className="w-[34rem]">
      <TokenForm
        nameRef={name}
        onMade={(made) => {
          onMade(made)
          onOpenChange(false)
        }}
      />
    </Dialog>
  )
}

const everywhere = '*'
const presetHints: Readonly<Record<Preset, string>> = {
  all: dialogText.full,
  read: dialogText.readOnly,
  some: dialogText.custom,
}

/** Apart from the dialog, so that what was chosen is forgotten when it closes. */
function TokenForm({ nameRef, onMade }: { readonly nameRef: React.RefObject<HTMLInputElement | null>; readonly onMade: (made: Made) => void }) {
  const { data: organizations } = useSuspenseQuery(organizationsQuery)
  const [openedAt] = useState(() => Date.now())
  const [name, setName] = useState('')
  const [preset, setPreset] = useState<Preset>('read')
  const [chosen, setChosen] = useState<readonly Permission[]>([])
  const [organization, setOrganization] = useState(everywhere)
  const [expiry, setExpiry] = useState<Expiry>('30')
  const [date, setDate] = useState<string | null>(null)
  const [nameProblem, setNameProblem] = useState<string>()
  const create = useCreateToken()
  const refused = fieldProblems(create.error, {})
  const scopes = scopesOf(preset, chosen)
  const isReady = scopes.length > 0 && expiryTime(expiry, date, openedAt) !== undefined
  const submit = () => {
    const read = Name.safeParse(name)
    setNameProblem(read.error?.issues[0]?.message)
    const end = expiryTime(expiry, date, Date.now())
    if (!read.success) return nameRef.current?.focus()
    if (end === undefined) return
    create.mutate(
      { name: read.data, scopes: [...scopes], organization_slug: organization === everywhere ? null : organization, expires_at: end },
      { onSuccess: onMade },
    )
  }
  return (
    <DialogForm
      onSubmit={submit}
      submitLabel={dialogText.submit}
      isPending={create.isPending}
      isDisabled={!isReady}
      error={refused.length === 0 ? create.error : null}
    >
      <Field label={dialogText.name} hint={dialogText.nameHint} error={nameProblem}>
        <Input ref={nameRef} value={name} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
      <div className="flex flex-col gap-1.5">
        <p className="text-sm font-medium">{dialogText.access}</p>
        <SegmentedControl label={dialogText.permissions} value={preset} onValueChange={setPreset} options={presets} className="self-start" />
        <p className="text-xs text-faint">{presetHints[preset]}</p>
        {preset === 'some' && <ScopeList chosen={chosen} onChange={setChosen} />}
      </div>
      <Field label={dialogText.organizations}>
        <Select
          value={organization}
          onValueChange={setOrganization}
          options={[
            { value: everywhere, label: dialogText.allOrganizations },
            ...organizations.map(({ slug, name: label }) => ({ value: slug, label })),
          ]}
        />
      </Field>
      <div className="flex flex-col gap-1.5">
        <Field
          label={dialogText.expires}
          hint={expiryText(expiry, date, openedAt)}
          error={refused.find(({ field }) => field === 'expires_at')?.message}
        >
          <Select value={expiry} onValueChange={setExpiry} options={expiries} />
        </Field>
        {expiry === 'date' && (
          <DateTimePicker
            label={dialogText.expiresOn}
            isLabelHidden
            value={date}
            onValueChange={setDate}
            min={new Date(openedAt + 60_000).toISOString()}
          />
        )}
      </div>
    </DialogForm>
  )
}
