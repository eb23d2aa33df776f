import type { ImportEncoding, ImportFormat, NumberForm } from '@colonnade/contracts/data/row-imports'
import { Checkbox, Field, Input, Select } from '@colonnade/ui'
import { useState } from 'react'
import type { DateOrder } from '../guessing/date-order.ts'
import { encodingNames } from '../reading/encodings/encoding-names.ts'
import type { ReadSettings } from '../reading/sample.ts'

const formats: readonly { readonly value: ImportFormat; readonly label: string }[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'tsv', label: 'TSV' },
  { value: 'json', label: 'JSON array' },
  { value: 'ndjson', label: 'NDJSON' },
]

const encodings = Object.entries(encodingNames).map(([value, label]) => ({ value: value as ImportEncoding, label }))

const delimiters = [
  { value: ',', label: 'Comma ,' },
  { value: ';', label: 'Semicolon ;' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Bar |' },
  { value: 'other', label: 'Other' },
] as const

const dateOrders: readonly { readonly value: DateOrder; readonly label: string; readonly hint?: string }[] = [
  { value: 'day', label: 'Day first', hint: '31.12.2024' },
  { value: 'month', label: 'Month first', hint: '12/31/2024' },
  { value: 'unknown', label: 'No dates', hint: 'they stay text' },
]

const numberForms: readonly { readonly value: NumberForm; readonly label: string; readonly hint?: string }[] = [
  { value: 'decimal_comma', label: 'Decimal comma', hint: '1.500,25' },
  { value: 'decimal_point', label: 'Decimal point', hint: '1,500.25' },
  { value: 'plain', label: 'As they are', hint: '1500.25' },
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
        <Field label="Format">
          <Select
            value={format}
            options={formats}
            onValueChange={(next) =>
              onChange({ ...settings, format: next, delimiter: next === 'tsv' ? '\t' : next === 'csv' && delimiter === '\t' ? ',' : delimiter })
            }
          />
        </Field>
        <Field label="Encoding">
          <Select value={encoding} options={encodings} onValueChange={(next) => onChange({ ...settings, encoding: next, isEncodingOpen: false })} />
        </Field>
        {format === 'csv' && (
          <Field label="Delimiter">
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
          <Field label="Other delimiter">
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
          <Field label="Text for NULL" hint="Unquoted. Empty: an empty field.">
            <Input
              isMono
              maxLength={100}
              value={nullText}
              placeholder="empty"
              onChange={(event) => onChange({ ...settings, nullText: event.target.value })}
            />
          </Field>
        )}
        {dateOrder !== undefined && (
          <Field label="Dates like 3.4.2024">
            <Select value={dateOrder} options={dateOrders} onValueChange={(next) => onChange({ ...settings, dateOrder: next })} />
          </Field>
        )}
        {numberForm !== undefined && (
          <Field label="Numbers like 1.500 or 2,5">
            <Select value={numberForm} options={numberForms} onValueChange={(next) => onChange({ ...settings, numberForm: next })} />
          </Field>
        )}
      </div>
      {settings.hasDelimiterLine !== undefined && format === 'csv' && (
        <Checkbox
          label="The first line, sep=, is not part of the table"
          isChecked={settings.hasDelimiterLine}
          onCheckedChange={(next) => onChange({ ...settings, hasDelimiterLine: next })}
        />
      )}
      {isSeparated && (
        <Checkbox
          label="The first row names the columns"
          isChecked={hasHeader}
          onCheckedChange={(next) => onChange({ ...settings, hasHeader: next })}
        />
      )}
    </div>
  )
}
