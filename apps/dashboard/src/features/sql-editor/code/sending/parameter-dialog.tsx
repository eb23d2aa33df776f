import { Button, Dialog, Input, Select } from '@colonnade/ui'
import { useRef, useState, type SubmitEvent } from 'react'
import { keep, readKept } from '../../../../lib/kept.ts'
import { parameterProblem, type ParameterValue } from '../../../../lib/sql-text/parameters.ts'
import { parameterDialogText } from './messages.ts'

export interface ParameterDialogProps {
  /** Each once, in the order of the text. */
  readonly names: readonly string[]
  /** Values are remembered under it. */
  readonly rememberAs: string
  readonly onDone: (values: ReadonlyMap<string, ParameterValue>) => void
  readonly onCancel: () => void
}

const kinds = [
  { value: 'text', label: parameterDialogText.text },
  { value: 'number', label: parameterDialogText.number },
  { value: 'null', label: parameterDialogText.null },
  { value: 'raw', label: parameterDialogText.sql },
] as const

/** Asks for the values of a text's parameters before it runs; Enter runs it, as does what asked for them: the keys of _Run_. */
export function ParameterDialog({ names, rememberAs, onDone, onCancel }: ParameterDialogProps) {
  const [values, setValues] = useState(() => rememberedValues(rememberAs))
  const [isTried, setIsTried] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const valueOf = (name: string): ParameterValue => values[name] ?? { kind: 'text', text: '' }
  const change = (name: string, value: Partial<ParameterValue>) => setValues({ ...values, [name]: { ...valueOf(name), ...value } })
  // NULL has nothing to type
  const firstOpen = names.find((name) => valueOf(name).kind !== 'null')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // a dialog is a part of what it was opened from: its form is not that one's
    event.stopPropagation()
    setIsTried(true)
    if (names.some((name) => parameterProblem(valueOf(name)) !== null)) return
    keep(rememberAs, JSON.stringify(values))
    onDone(new Map(names.map((name) => [name, valueOf(name)])))
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onCancel()}
      initialFocus={first}
      title={names.length === 1 ? parameterDialogText.titleOne : parameterDialogText.titleMany}
      description={parameterDialogText.description}
      className="w-[32rem]"
      footer={
        <>
          <Button onClick={onCancel}>{parameterDialogText.cancel}</Button>
          <Button variant="primary" type="submit" form="sql-parameters">
            {parameterDialogText.run}
          </Button>
        </>
      }
    >
      <form id="sql-parameters" onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)_7rem] gap-x-2 gap-y-3">
        {names.map((name, index) => {
          const value = valueOf(name)
          const problem = isTried ? parameterProblem(value) : null
          return (
            <div key={name} style={rowOf(index)} className="flex flex-col gap-1">
              <label htmlFor={`parameter-${name}`} className="truncate font-mono text-xs text-soft">
                :{name}
              </label>
              <Input
                id={`parameter-${name}`}
                ref={name === firstOpen ? first : undefined}
                isMono
                autoComplete="off"
                spellCheck={false}
                disabled={value.kind === 'null'}
                value={value.kind === 'null' ? '' : value.text}
                placeholder={value.kind === 'null' ? parameterDialogText.null : value.kind === 'text' ? parameterDialogText.emptyText : ''}
                aria-invalid={problem !== null}
                aria-describedby={problem === null ? undefined : `parameter-${name}-problem`}
                onChange={({ target }) => change(name, { text: target.value })}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit()
                }}
              />
              {problem !== null && (
                <p id={`parameter-${name}-problem`} role="alert" className="text-xs text-danger">
                  {problem}
                </p>
              )}
            </div>
          )
        })}
        {/* after all of the values, so that Tab goes from one value to the next: most kinds are right already */}
        {names.map((name, index) => (
          // beside its value, below the line of its name
          <div key={name} style={rowOf(index)} className="col-start-2 pt-5">
            <Select
              label={parameterDialogText.typeOf(name)}
              value={valueOf(name).kind}
              options={kinds}
              onValueChange={(kind) => change(name, { kind })}
              className="w-full"
            />
          </div>
        ))}
      </form>
    </Dialog>
  )
}

const rowOf = (index: number) => ({ gridRow: index + 1 })

function rememberedValues(key: string): Record<string, ParameterValue> {
  try {
    const kept: unknown = JSON.parse(readKept(key) ?? '{}')
    const entries = Object.entries(kept as Record<string, Partial<ParameterValue> | null>)
    const isValue = (value: Partial<ParameterValue> | null) => typeof value?.text === 'string' && kinds.some((kind) => kind.value === value.kind)
    return Object.fromEntries(entries.filter((entry): entry is [string, ParameterValue] => isValue(entry[1])))
  } catch {
    return {}
  }
}
