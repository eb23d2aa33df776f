import type { AuthOverview, AuthSettingName } from '@colonnade/contracts/auth/auth-settings'
import { Button, CopyButton, Field, Input, SegmentedControl } from '@colonnade/ui'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { ConflictNotice } from '../kit/conflict-notice.tsx'
import { SecretInput } from '../kit/secret-input.tsx'
import { SettingNotes } from '../kit/setting-notes.tsx'
import { SettingRow } from '../kit/setting-row.tsx'
import type { AuthForm } from '../kit/use-auth-settings.ts'
import type { HookForm as HookWords } from '../pages/hook-forms.ts'
import { FunctionField } from './function-field.tsx'
import { type HookKind, kindOf, newHookSecret } from './hook-target.ts'
import { hookFormText } from './messages.ts'

export interface HookFormProps {
  readonly projectRef: string
  readonly hook: HookWords
  readonly form: AuthForm
  readonly overview: AuthOverview
}

/** What one hook calls, and how it proves who calls. */
export function HookForm({ projectRef, hook: { settings: words }, form, overview }: HookFormProps) {
  const { control, isReadOnly, others, keepMine, settings } = form
  const [enabled, uriWords, secretWords] = words as [(typeof words)[0], (typeof words)[0], (typeof words)[0]]
  const {
    field: { value: typed, onChange, onBlur },
    fieldState: { error },
  } = useController({ control, name: uriWords.name })
  const saved = String(overview.values[uriWords.name] ?? '')
  const [kind, setKind] = useState<HookKind>(() => kindOf(saved))
  const value = String(typed)
  const notes = <SettingNotes name={uriWords.name} label={uriWords.label} value={value} change={overview.changes[uriWords.name]} />
  return (
    <>
      {others.length > 0 && <ConflictNotice changes={others} onKeep={keepMine} onDiscard={settings.discard} />}
      <SettingRow words={enabled} {...{ control, overview, isReadOnly }} />
      <SegmentedControl<HookKind>
        label={hookFormText.whatCalls}
        className="self-start"
        value={kind}
        disabled={isReadOnly}
        options={[
          { value: 'function', label: hookFormText.postgresFunction },
          { value: 'endpoint', label: hookFormText.httpsEndpoint },
        ]}
        onValueChange={(next) => {
          setKind(next)
          onChange(kindOf(saved) === next ? saved : '')
        }}
      />
      {kind === 'function' ? (
        <FunctionField {...{ projectRef, isReadOnly }} uri={value} onChange={onChange} error={error?.message} />
      ) : (
        <>
          <Field label={hookFormText.url} error={error?.message} hint={hookFormText.calledPOSTSignedStandard}>
            <Input
              type="url"
              isMono
              autoComplete="off"
              spellCheck={false}
              placeholder="https://example.com/hooks"
              disabled={isReadOnly}
              value={value}
              onChange={(event) => onChange(event.target.value)}
              onBlur={onBlur}
            />
          </Field>
          <SecretField {...{ form, overview }} name={secretWords.name} label={secretWords.label} />
        </>
      )}
      {notes}
    </>
  )
}

interface SecretFieldProps extends Pick<HookFormProps, 'form' | 'overview'> {
  readonly name: AuthSettingName
  readonly label: string
}

function SecretField({ form: { control, isReadOnly }, overview, name, label }: SecretFieldProps) {
  const {
    field: { value, onChange, onBlur, ref },
    fieldState: { error },
  } = useController({ control, name })
  const isTyped = typeof value === 'string' && value !== ''
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Field label={label} error={error?.message} hint={isTyped ? hookFormText.copyReceiverBeforeYou : hookFormText.receiverUsesCheckWho}>
        <SecretInput
          label={label}
          isSet={overview.secrets[name] === true}
          revision={overview.revision}
          {...{ value, onChange, onBlur, ref }}
          disabled={isReadOnly}
        />
      </Field>
      {!isReadOnly && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => onChange(newHookSecret())}>
            {hookFormText.generateSecret}
          </Button>
          {isTyped && <CopyButton text={value} label={hookFormText.copySigningSecret} />}
        </div>
      )}
      <SettingNotes name={name} label={label} value={value} change={overview.changes[name]} />
    </div>
  )
}
