import { zodResolver } from '@hookform/resolvers/zod'
import { toast } from '@colonnade/ui'
import type { ErrorCode } from '@colonnade/core'
import { useForm, type Control, type FieldErrors, type FieldPath, type Path, type FieldValues, type UseFormRegister } from 'react-hook-form'
import type { z } from 'zod'
import { showFormError } from '../forms/form-errors.ts'
import type { Settings } from './settings-form.tsx'

/** Saves settings; the result of `useMutation` fits. */
export interface SettingsMutation<Sent, Saved> {
  readonly mutate: (sent: Sent, then: { readonly onSuccess: (saved: Saved) => void; readonly onError: (error: Error) => void }) => void
  readonly isPending: boolean
  readonly error: unknown
}

export interface SettingsOptions<Typed extends FieldValues, Sent, Saved> {
  /** From what is typed to what is sent. */
  readonly schema: z.ZodType<Sent, Typed>
  /** The saved values, as they are typed. Fields that aren't being edited follow when they change. */
  readonly values: Typed
  readonly mutation: SettingsMutation<Sent, Saved>
  /** The values that the server answers with, as they are typed. */
  readonly valuesOf: (saved: Saved) => Typed
  /** The toast: "Renamed". */
  readonly doneText: string | ((saved: Saved) => string)
  /** The field to focus once saved: the button that was pressed is disabled then, and would lose the focus. */
  readonly focusAfter?: FieldPath<Typed>
  /** Fields that a refusal belongs to, by its code. Issues of `invalid_input` find theirs by name. */
  readonly fieldOf?: Partial<Record<ErrorCode, FieldPath<Typed>>>
}

export interface SettingsOfSchema<Typed extends FieldValues, Sent> {
  readonly register: UseFormRegister<Typed>
  readonly control: Control<Typed, unknown, Sent>
  readonly errors: FieldErrors<Typed>
  /** For `SettingsForm`. */
  readonly settings: Settings & { readonly discard: () => void }
}

/** A reset of all fields, edited or not; they stay registered, since a compiled component doesn't register them again. */
const whole = { keepDirtyValues: false, keepFieldsRef: true }

/**
 * Edits settings by a schema: validates, saves, shows refusals at their fields, and says when it is done. What is typed while a save is under
 * way stays.
 */
export function useSettings<Typed extends FieldValues, Sent extends FieldValues, Saved>({
  schema,
  values,
  mutation,
  valuesOf,
  doneText,
  focusAfter,
  fieldOf,
}: SettingsOptions<Typed, Sent, Saved>): SettingsOfSchema<Typed, Sent> {
  const form = useForm<Typed, unknown, Sent>({
    resolver: zodResolver(schema),
    values,
    resetOptions: { keepDirtyValues: true },
  })
  const { isDirty, errors } = form.formState
  const submit = form.handleSubmit((sent) => {
    const typed = form.getValues()
    mutation.mutate(sent, {
      onSuccess: (saved) => {
        toast.success(typeof doneText === 'string' ? doneText : doneText(saved))
        const now = form.getValues()
        form.reset(valuesOf(saved), whole)
        for (const name of Object.keys(now) as Path<Typed>[]) if (now[name] !== typed[name]) form.setValue(name, now[name], { shouldDirty: true })
        if (focusAfter !== undefined) form.setFocus(focusAfter)
      },
      onError: (error) => showFormError(form, error, fieldOf),
    })
  })
  return {
    register: form.register,
    control: form.control,
    errors,
    settings: {
      isDirty,
      isSaving: mutation.isPending,
      save: () => void submit(),
      discard: () => form.reset(undefined, whole),
      error: errors.root === undefined ? null : mutation.error,
    },
  }
}
