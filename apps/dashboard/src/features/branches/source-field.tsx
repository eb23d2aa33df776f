import { Field, Select } from '@colonnade/ui'
import { lookOf } from '../../lib/texts/project-status.ts'
import { copyRefusal, type CopySource } from './branch-words.ts'
import { sourceFieldText } from './messages.ts'

export interface SourceFieldProps {
  readonly sources: readonly CopySource[]
  /** Ref of the chosen one. */
  readonly value: string
  readonly onValueChange: (ref: string) => void
}

/** Chooses the branch to copy. Branches that can't be copied now are listed but disabled. */
export function SourceField({ sources, value, onValueChange }: SourceFieldProps) {
  const options = sources.map((source) => ({
    value: source.project_ref,
    label: source.name,
    ...(source.status !== 'ACTIVE_HEALTHY' && { hint: lookOf(source).label, isDisabled: true }),
  }))
  const isThere = sources.some(({ project_ref: ref }) => ref === value)
  return (
    <Field label={sourceFieldText.copy} error={copyRefusal(sources, value) ?? undefined}>
      <Select
        value={value}
        onValueChange={onValueChange}
        options={isThere || value === '' ? options : [...options, { value, label: sourceFieldText.deletedBranch, isDisabled: true }]}
      />
    </Field>
  )
}
