import type { ImportEncoding, ImportFormat, NumberForm } from '@colonnade/contracts/data/row-imports'
import { Checkbox, Field, Input, Select } from '@colonnade/ui'
import { useState } from 'react'
import type { DateOrder } from '../guessing/date-order.ts'
import { encodingNames } from '../reading/encodings/encoding-names.ts'
import type { ReadSettings } from '../reading/sample.ts'
import { readingFieldsText } from './messages.ts'

const formats: readonly { readonly value: ImportFormat; readonly label: string }[] = [
  { value: 'csv', label: readingFieldsText.csv },
  { value: 'tsv', label: readingFieldsText.tsv },
  { value: 'json', label: readingFieldsText.jsonArray },
  { value: 'ndjson', label: readingFieldsText.ndjson },
]

const encodings = Object.entries(encodingNames).map(([value, label]) => ({ value: value as ImportEncoding, label }))

const delimiters = [
  { value: ',', label: readingFieldsText.comma },
  { value: ';', label: readingFieldsText.semicolon },
  { value: '\t', label: readingFieldsText.tab },
  { value: '|', label: readingFieldsText.bar },
  { value: 'other', label: readingFieldsText.other },
] as const

const dateOrders: readonly { readonly value: DateOrder; readonly label: string; readonly hint?: string }[] = [
  { value: 'day', label: readingFieldsText.dayFirst, hint: '31.12.2024' },
  { value: 'month', label: readingFieldsText.monthFirst, hint: '12/31/2024' },
  { value: 'unknown', label: readingFieldsText.noDates, hint: readingFieldsText.noDatesHint },
]

const numberForms: readonly { readonly value: NumberForm; readonly label: string; readonly hint?: string }[] = [
  { value: 'decimal_comma', label: readingFieldsText.decimalComma, hint: '1.500,25' },
  { value: 'decimal_point', label: readingFieldsText.decimalPoint, hint: '1,500.25' },
  { value: 'plain', label: readingFieldsText.asWritten, hint: '1500.25' },
]

export interface ReadingFieldsProps {
  readonly settings: ReadSettings
  /** Of the dates in the sample; undefined where it has none to ask about. */
  readonly dateOrder: DateOrder | undefined
  /** Of the numbers in the sample; undefined where it has none to ask about. */
  readonly numberForm: NumberForm | undefined
  readonly onChange: (settings: ReadSettings) => void
}

/** How a file is read: found out, and changeable. */
export function ReadingFields({ settings, dateOrder, numberForm, onChange }: ReadingFieldsProps) {
  const { format, encoding, delimiter, hasHeader, nullText } = settings
  const [isOther, setIsOther] = useState(!delimiters.some(({ value }) => value === delimiter))
  const isSeparated = format === 'csv' || format === 'tsv'
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3">
        <Field label={readingFieldsText.format}>
          <Select
            value={format}
            options={formats}
            onValueChange={(next) =>
              onChange({ ...settings, format: next, delimiter: next === 'tsv' ? '\t' : next === 'csv' && delimiter === '\t' ? ',' : delimiter })
            }
          />
        </Field>
        <Field label={readingFieldsText.encoding}>
          <Select value={encoding} options={encodings} onValueChange={(next) => onChange({ ...settings, encoding: next, isEncodingOpen: false })} />
        </Field>
        {format === 'csv' && (
          <Field label={readingFieldsText.delimiter}>
            <Select
              value={isOther ? 'other' : delimiter}
              options={delimiters}
              onValueChange={(next) => {
                setIsOther(next === 'other')
                if (next !== 'other') onChange({ ...settings, delimiter: next })
              }}
            />
          </Field>
        )}
        {format === 'csv' && isOther && (
          <Field label={readingFieldsText.otherDelimiter}>
            <Input
              isMono
              maxLength={1}
              value={delimiter}
              onChange={(event) => /^[ !#-~]$/.test(event.target.value) && onChange({ ...settings, delimiter: event.target.value })}
              onFocus={(event) => event.target.select()}
            />
          </Field>
        )}
        {isSeparated && (
          <Field label={readingFieldsText.nullText} hint={readingFieldsText.nullHint}>
            <Input
              isMono
              maxLength={100}
              value={nullText}
              placeholder={readingFieldsText.empty}
              onChange={(event) => onChange({ ...settings, nullText: event.target.value })}
            />
          </Field>
        )}
        {dateOrder !== undefined && (
          <Field label={readingFieldsText.datesLike34}>
            <Select value={dateOrder} options={dateOrders} onValueChange={(next) => onChange({ ...settings, dateOrder: next })} />
          </Field>
        )}
        {numberForm !== undefined && (
          <Field label={readingFieldsText.numbersLike1500}>
            <Select value={numberForm} options={numberForms} onValueChange={(next) => onChange({ ...settings, numberForm: next })} />
          </Field>
        )}
      </div>
      {settings.hasDelimiterLine !== undefined && format === 'csv' && (
        <Checkbox
          label={readingFieldsText.skipSepLine}
          isChecked={settings.hasDelimiterLine}
          onCheckedChange={(next) => onChange({ ...settings, hasDelimiterLine: next })}
        />
      )}
      {isSeparated && (
        <Checkbox label={readingFieldsText.hasHeader} isChecked={hasHeader} onCheckedChange={(next) => onChange({ ...settings, hasHeader: next })} />
      )}
    </div>
  )
}
