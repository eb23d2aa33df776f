import type { EntityColumn } from '@colonnade/pg-meta'
import { Button, Field, Input, SearchSelect, Select, Textarea } from '@colonnade/ui'
import { useState } from 'react'
import { comparisonsOf, statesOf, type Comparison } from './comparisons.ts'
import type { FilterParam } from './filter-param.ts'
import { filterText } from './filter-text.ts'
import { filterFormText } from './messages.ts'
import { parseFilter } from './parse-filter.ts'
import { comparisonOf, patternOf } from './patterns.ts'

export interface FilterFormProps {
  readonly columns: readonly EntityColumn[]
  /** Null for a new one. */
  readonly param: FilterParam | null
  readonly onApply: (param: FilterParam) => void
}

/** One condition by choosing; one over several columns is written. */
export function FilterForm({ columns, param, onApply }: FilterFormProps) {
  return param !== null && typeof param[0] !== 'string' ? (
    <WrittenForm columns={columns} param={param} onApply={onApply} />
  ) : (
    <ChosenForm columns={columns} param={param} onApply={onApply} />
  )
}

function WrittenForm({ columns, param, onApply }: FilterFormProps & { readonly param: FilterParam }) {
  const [text, setText] = useState(() => filterText(param))
  const [problem, setProblem] = useState<string>()
  return (
    <form
      className="flex flex-col gap-3 p-3"
      onSubmit={(event) => {
        event.preventDefault()
        const parsed = parseFilter(text, columns)
        if (parsed.param === null) setProblem(parsed.problem)
        else onApply(parsed.param)
      }}
    >
      <Field label={filterFormText.condition} error={problem}>
        <Input isMono value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <Button type="submit" variant="primary" size="sm" className="self-end">
        {filterFormText.apply}
      </Button>
    </form>
  )
}

function ChosenForm({ columns, param, onApply }: FilterFormProps) {
  const [name, setName] = useState(() => (typeof param?.[0] === 'string' ? param[0] : (columns[0]?.name ?? '')))
  const shown = param === null ? null : comparisonOf(param)
  const column = columns.find((candidate) => candidate.name === name)
  const choices = column === undefined ? [] : withChosen(comparisonsOf(column), shown?.comparison ?? null)
  const [chosenId, setChosenId] = useState(shown?.comparison?.id ?? null)
  const comparison = choices.find(({ id }) => id === chosenId) ?? choices[0]
  const [text, setText] = useState(() => textOf(shown?.value))
  const takes = comparison?.takes ?? 'value'
  const states = column?.base_format === 'bool' ? statesOf : statesOf.slice(0, 2)
  const state = states.find((candidate) => candidate === text) ?? states[0]
  return (
    <form
      className="flex flex-col gap-3 p-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (column !== undefined && comparison !== undefined)
          onApply([column.name, comparison.operator, valueOf(comparison, takes === 'state' ? state : text)])
      }}
    >
      <Field label={filterFormText.column}>
        <SearchSelect
          value={name}
          onValueChange={setName}
          options={columns.map(({ name: value, type }) => ({ value, label: value, hint: type }))}
          searchLabel={filterFormText.searchColumns}
          emptyText={filterFormText.noSuchColumn}
        />
      </Field>
      <Field label={filterFormText.comparison}>
        <Select
          value={comparison?.id ?? ''}
          onValueChange={setChosenId}
          options={choices.map(({ id, label, words }) => ({ value: id, label: words[0]!, hint: label }))}
        />
      </Field>
      {takes === 'state' ? (
        <Field label={filterFormText.value}>
          <Select value={state} onValueChange={setText} options={states.map((value) => ({ value, label: value }))} />
        </Field>
      ) : takes === 'list' ? (
        <Field label={filterFormText.values} hint={filterFormText.onePerLine}>
          <Textarea isMono rows={5} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      ) : (
        <Field label={filterFormText.value}>
          <Input isMono value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      )}
      <Button type="submit" variant="primary" size="sm" className="self-end">
        {filterFormText.apply}
      </Button>
    </form>
  )
}

/** What a link asks for can be edited, also where nobody would have been offered it. */
function withChosen(choices: readonly Comparison[], chosen: Comparison | null): readonly Comparison[] {
  return chosen === null || choices.includes(chosen) ? choices : [...choices, chosen]
}

function textOf(value: FilterParam[2] | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : value.map(String).join('\n')
}

function valueOf({ takes, pattern }: Comparison, text: string): FilterParam[2] {
  if (takes === 'list') return text === '' ? [] : text.split('\n')
  return pattern === undefined ? text : patternOf(text, pattern)
}
