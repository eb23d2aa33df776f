import { Field, Input } from '@colonnade/ui'
import { type ImportDraft, withHashConfig } from './draft.ts'
import { importTexts, firebaseFieldsText } from './messages.ts'

type Firebase = ImportDraft['firebase']

const fields = [
  { name: 'signerKey', label: firebaseFieldsText.signerKey, isWide: true },
  { name: 'saltSeparator', label: firebaseFieldsText.saltSeparator, isWide: false },
  { name: 'rounds', label: firebaseFieldsText.rounds, isWide: false },
  { name: 'memoryCost', label: firebaseFieldsText.memoryCost, isWide: false },
] as const

/** How the Firebase project hashes passwords. A block that is pasted fills in all of it. */
export function FirebaseFields({ value, onChange }: { readonly value: Firebase; readonly onChange: (value: Firebase) => void }) {
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border p-3">
      <legend className="px-1 text-sm font-medium">{firebaseFieldsText.passwordHashParameters}</legend>
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
