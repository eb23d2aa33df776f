import { Field, Input, Textarea } from '@colonnade/ui'
import { isOddSub, oddSubText, type WrittenClaims } from './written-claims.ts'

export interface WrittenClaimsFieldsProps {
  readonly value: WrittenClaims
  readonly onChange: (value: WrittenClaims) => void
}

/** Fields for custom token claims. */
export function WrittenClaimsFields({ value, onChange }: WrittenClaimsFieldsProps) {
  return (
    <>
      <Field label="sub" hint={isOddSub(value) ? <span className="text-warning">{oddSubText}</span> : 'The user’s ID'}>
        <Input
          isMono
          value={value.sub}
          placeholder="00000000-0000-0000-0000-000000000000"
          onChange={(event) => onChange({ ...value, sub: event.target.value })}
        />
      </Field>
      <div className="flex gap-2">
        <Field label="role" className="flex-1">
          <Input isMono value={value.role} onChange={(event) => onChange({ ...value, role: event.target.value })} />
        </Field>
        <Field label="email" isOptional className="flex-1">
          <Input isMono value={value.email} onChange={(event) => onChange({ ...value, email: event.target.value })} />
        </Field>
      </div>
      <Field label="Further claims" hint="A JSON object, which stands over the others" isOptional>
        <Textarea
          isMono
          rows={3}
          spellCheck={false}
          value={value.more}
          placeholder='{"app_metadata": {"plan": "pro"}}'
          onChange={(event) => onChange({ ...value, more: event.target.value })}
        />
      </Field>
    </>
  )
}
