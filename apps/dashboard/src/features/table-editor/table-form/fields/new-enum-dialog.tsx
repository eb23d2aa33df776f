import { Button, Dialog, Field, Input, Textarea } from '@colonnade/ui'
import { useState } from 'react'
import { useTableForm } from '../form-context.ts'
import { enumText as text } from '../messages.ts'
import { enumProblem } from '../model/enum-problem.ts'
import { enumType } from '../statements/new-enums.ts'
import { newEnumDialogText } from './messages.ts'

export interface NewEnumDialogProps {
  /** A name to start with. */
  readonly suggested: string
  /** With its name as SQL writes it. */
  readonly onCreate: (type: string) => void
  readonly onClose: () => void
}

/** Adds an enum to the draft: it is created in the transaction that saves the table. */
export function NewEnumDialog({ suggested, onCreate, onClose }: NewEnumDialogProps) {
  const { draft, edit, surroundings } = useTableForm()
  const [name, setName] = useState(suggested)
  const [values, setValues] = useState('')
  const [isTried, setIsTried] = useState(false)
  const one = { schema: draft.schema, name: name.trim(), values: values.split('\n').filter((value) => value.trim() !== '') }
  const taken = [...surroundings.types.map((type) => type.name), ...draft.newEnums.map(enumType)]
  const problem = enumProblem(one, taken)
  const submit = () => {
    setIsTried(true)
    if (problem !== null) return
    edit((now) => ({ ...now, newEnums: [...now.newEnums, one] }))
    onCreate(enumType(one))
    onClose()
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={text.title}
      description={text.description}
      footer={
        <>
          <Button onClick={onClose}>{newEnumDialogText.cancel}</Button>
          <Button variant="primary" onClick={submit}>
            {text.submit}
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Field label={newEnumDialogText.name} error={isTried && problem?.field === 'name' ? problem.text : undefined}>
          <Input isMono value={name} autoComplete="off" spellCheck={false} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label={text.values} hint={text.valuesHint} error={isTried && problem?.field === 'values' ? problem.text : undefined}>
          <Textarea
            isMono
            rows={5}
            value={values}
            spellCheck={false}
            placeholder={newEnumDialogText.valuesPlaceholder}
            onChange={(event) => setValues(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
