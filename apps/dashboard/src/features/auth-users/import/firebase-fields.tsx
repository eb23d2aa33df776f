import { Field, Input } from '@colonnade/ui'
import { type ImportDraft, withHashConfig } from './draft.ts'
import { importTexts } from './messages.ts'

type Firebase = ImportDraft['firebase']

const fields = [
  { name: 'signerKey', label: 'Signer key', isWide: true },
  { name: 'saltSeparator', label: 'Salt separator', isWide: false },
  { name: 'rounds', label: 'Rounds', isWide: false },
  { name: 'memoryCost', label: 'Memory cost', isWide: false },
] as const

/** How the Firebase project hashes passwords. A block that is pasted fills in all of it. */
export function FirebaseFields({ value, onChange }: { readonly value: Firebase; readonly onChange: (value: Firebase) => void }) {
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border p-3">
      <legend className="px-1 text-sm font-medium">Password hash parameters</legend>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        {fields.map(({ name, label, isWide }) => (
          <Field key={name} label={label} {...(isWide && { className: 'sm:col-span-3', hint: importTexts.firebaseHint })}>
            <Input
              isMono
              autoComplete="off"
              spellCheck={false}
              value={value[name]}
              onPaste={(event) => {
                const filled = withHashConfig(value, event.clipboardData.getData('text/plain'))
                if (filled === null) return
                event.preventDefault()
                onChange(filled)
              }}
              onChange={(event) => onChange({ ...value, [name]: event.target.value })}
            />
          </Field>
        ))}
      </div>
    </fieldset>
  )
}
