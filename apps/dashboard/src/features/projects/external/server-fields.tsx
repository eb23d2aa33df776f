import { Field, Input, PasswordInput, Select } from '@colonnade/ui'
import { Controller, type Control, type FieldErrors, type UseFormRegister } from 'react-hook-form'
import { texts, tlsHints, tlsOptions, serverFieldsText } from './messages.ts'
import type { ServerValues } from './server-mutations.ts'

export interface ServerFieldsProps {
  readonly register: UseFormRegister<ServerValues>
  readonly control: Control<ServerValues>
  readonly errors: FieldErrors<ServerValues>
  readonly passwordHint: string
}

/** Host, port, database, user, password and TLS mode of a Postgres server. */
export function ServerFields({ register, control, errors, passwordHint }: ServerFieldsProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_7rem]">
        <Field label={serverFieldsText.host} error={errors.host?.message}>
          <Input autoComplete="off" autoCapitalize="off" spellCheck={false} placeholder={serverFieldsText.dbExampleCom} {...register('host')} />
        </Field>
        <Field label={serverFieldsText.port} error={errors.port?.message}>
          <Input autoComplete="off" inputMode="numeric" {...register('port', { valueAsNumber: true })} />
        </Field>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={serverFieldsText.database} error={errors.database?.message}>
          <Input autoComplete="off" autoCapitalize="off" spellCheck={false} {...register('database')} />
        </Field>
        <Controller
          control={control}
          name="tls"
          render={({ field }) => (
            <Field label={serverFieldsText.tls} error={errors.tls?.message} hint={tlsHints[field.value ?? 'verify-full']}>
              <Select value={field.value ?? 'verify-full'} onValueChange={field.onChange} options={[...tlsOptions]} />
            </Field>
          )}
        />
        <Field label={serverFieldsText.user} error={errors.user?.message} hint={texts.userHint}>
          <Input autoComplete="off" autoCapitalize="off" spellCheck={false} {...register('user')} />
        </Field>
        <Field label={serverFieldsText.password} error={errors.password?.message} hint={passwordHint}>
          <PasswordInput autoComplete="off" {...register('password')} />
        </Field>
      </div>
    </>
  )
}
