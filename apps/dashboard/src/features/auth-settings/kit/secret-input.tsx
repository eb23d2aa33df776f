import { Button, Input } from '@colonnade/ui'
import { useState, type Ref } from 'react'
import type { TypedValue } from './definition.ts'
import { secrets } from './messages.ts'

export interface SecretInputProps {
  readonly label: string
  readonly isSet: boolean
  /** Of the settings: what was entered at another one is saved. */
  readonly revision: number
  /** Empty while it stays, null to remove it. */
  readonly value: TypedValue
  readonly onChange: (value: TypedValue) => void
  readonly onBlur: () => void
  readonly ref: Ref<HTMLInputElement>
  readonly disabled: boolean
}

/** A secret that is kept sealed: it can be replaced or removed, and never read. For the inside of a `Field`. */
export function SecretInput({ label, isSet, revision, value, onChange, onBlur, ref, disabled }: SecretInputProps) {
  const [replacedAt, setReplacedAt] = useState<number | null>(null)
  if (disabled) return <Input disabled value={isSet ? secrets.isSet : secrets.isUnset} />
  const isTyped = typeof value === 'string' && value !== ''
  const keep = () => {
    setReplacedAt(null)
    onChange('')
  }
  const keepButton = (
    <Button size="md" aria-label={secrets.labels.keep(label)} onClick={keep}>
      {secrets.keep}
    </Button>
  )
  if (isSet && replacedAt !== revision && !isTyped) {
    return (
      <div className="flex flex-wrap items-center gap-2">
        <Input readOnly value={value === null ? secrets.isRemoved : secrets.isSet} className="min-w-0 flex-1 basis-56 text-soft" />
        {value === null ? (
          keepButton
        ) : (
          <>
            <Button aria-label={secrets.labels.replace(label)} onClick={() => setReplacedAt(revision)}>
              {secrets.replace}
            </Button>
            <Button aria-label={secrets.labels.remove(label)} onClick={() => onChange(null)}>
              {secrets.remove}
            </Button>
          </>
        )}
      </div>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Input
        ref={ref}
        isMono
        autoComplete="off"
        spellCheck={false}
        className="min-w-0 flex-1 basis-56"
        value={typeof value === 'string' ? value : ''}
        onBlur={onBlur}
        onChange={({ target }) => onChange(target.value)}
      />
      {isSet && keepButton}
    </div>
  )
}
