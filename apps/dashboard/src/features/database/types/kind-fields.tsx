import { Checkbox, Field, Input } from '@colonnade/ui'
import { CodePanel } from '../../../lib/code/code-panel.tsx'
import { PartRows } from './part-rows.tsx'
import type { TypeDraft } from './type-draft.ts'
import { kindFieldText as text } from './messages.ts'

export interface KindFieldsProps {
  readonly draft: TypeDraft
  readonly onChange: (part: Partial<TypeDraft>) => void
  readonly problems: Readonly<Record<string, string>>
  readonly isEdit: boolean
  /** Whether there are tables that are made of the composite type. */
  readonly hasTypedTables: boolean
}

/** What types of one kind have and others have not. */
export function KindFields(props: KindFieldsProps) {
  switch (props.draft.kind) {
    case 'enum':
      return <EnumFields {...props} />
    case 'composite':
      return <CompositeFields {...props} />
    case 'domain':
      return <DomainFields {...props} />
    case 'range':
      return <RangeFields {...props} />
  }
}

function EnumFields({ draft, onChange, problems, isEdit }: KindFieldsProps) {
  return (
    <PartRows
      title="Values"
      noun="value"
      isOrdered
      hint={isEdit ? 'Adding and renaming values is free. Removing or reordering values re-creates the type.' : 'Values sort in this order.'}
      parts={draft.values}
      onChange={(values) => onChange({ values })}
      makePart={(key) => ({ key, from: null, value: '' })}
      problems={problems}
      renderPart={({ key, value, from }, change, index) => (
        <Input
          isMono
          aria-label={`Value ${index + 1}`}
          aria-invalid={problems[`value ${key}`] !== undefined}
          placeholder={from === null ? 'new value' : from}
          value={value}
          onChange={(event) => change({ value: event.target.value })}
          spellCheck={false}
        />
      )}
    />
  )
}

function CompositeFields({ draft, onChange, problems, isEdit, hasTypedTables }: KindFieldsProps) {
  return (
    <>
      <PartRows
        title="Attributes"
        noun="attribute"
        {...(isEdit && { hint: 'Deleting an attribute deletes its values in every row. New attributes come last and are NULL.' })}
        parts={draft.attributes}
        onChange={(attributes) => onChange({ attributes })}
        makePart={(key) => ({ key, from: null, name: '', type: 'text' })}
        problems={problems}
        renderPart={({ key, name, type }, change, index) => (
          <div className="grid grid-cols-2 gap-1">
            <Input
              isMono
              aria-label={`Name of attribute ${index + 1}`}
              aria-invalid={problems[`attribute ${key}`] !== undefined}
              placeholder="name"
              value={name}
              onChange={(event) => change({ name: event.target.value })}
              spellCheck={false}
            />
            <Input
              isMono
              aria-label={`Type of attribute ${index + 1}`}
              placeholder="type"
              value={type}
              onChange={(event) => change({ type: event.target.value })}
              spellCheck={false}
            />
          </div>
        )}
      />
      {isEdit && hasTypedTables && (
        <Checkbox
          isChecked={draft.isCascade}
          onCheckedChange={(isCascade) => onChange({ isCascade })}
          label="Cascade: also change the tables created from this type"
        />
      )}
    </>
  )
}

function DomainFields({ draft, onChange, problems, isEdit }: KindFieldsProps) {
  return (
    <>
      <Field
        label="Base type"
        error={problems['baseType']}
        hint={
          isEdit ? 'You can’t change it, because columns use the domain. Duplicate the domain instead.' : 'Such as text, numeric(10,2) or integer[].'
        }
      >
        <Input isMono value={draft.baseType} disabled={isEdit} onChange={(event) => onChange({ baseType: event.target.value })} spellCheck={false} />
      </Field>
      <Field label="Default" isOptional hint="An expression, such as 'none' or now(). A column’s own default comes first.">
        <Input isMono value={draft.default} onChange={(event) => onChange({ default: event.target.value })} spellCheck={false} />
      </Field>
      <Checkbox isChecked={draft.isRequired} onCheckedChange={(isRequired) => onChange({ isRequired })} label="Not null" />
      <PartRows
        title="Checks"
        noun="check"
        hint="Each must be true or NULL for VALUE."
        parts={draft.checks}
        onChange={(checks) => onChange({ checks })}
        makePart={(key) => ({ key, from: null, name: '', expression: '', isValidated: true })}
        problems={problems}
        renderPart={(check, change, index) => (
          <div className="flex flex-col gap-1.5">
            <div className="grid items-start gap-1 sm:grid-cols-[1fr_2fr]">
              <Input
                isMono
                aria-label={`Name of check ${index + 1}`}
                placeholder="named by Postgres"
                value={check.name}
                onChange={(event) => change({ name: event.target.value })}
                spellCheck={false}
              />
              <CodePanel
                label={`Expression of check ${index + 1}`}
                language="sql"
                rows={1}
                hasLineNumbers={false}
                isWrapped
                isInvalid={problems[`check ${check.key}`] !== undefined}
                placeholder="value ~ '^[a-z]+$'"
                value={check.expression}
                onChange={(expression) => change({ expression })}
              />
            </div>
            {isEdit && (
              <Checkbox
                isChecked={check.isValidated}
                onCheckedChange={(isValidated) => change({ isValidated })}
                label={check.from === null ? text.checkExisting : text.validated}
                className="text-xs"
              />
            )}
          </div>
        )}
      />
    </>
  )
}

function RangeFields({ draft, onChange, problems, isEdit }: KindFieldsProps) {
  return (
    <>
      <Field
        label="Subtype"
        error={problems['subtype']}
        hint={isEdit ? 'You can’t change it. Duplicate the type instead.' : 'A type with an order, such as timestamptz.'}
      >
        <Input
          isMono
          value={draft.subtype}
          disabled={isEdit}
          // what belongs to one type is of no use to another
          onChange={(event) => onChange({ subtype: event.target.value, operatorClass: '', difference: '' })}
          spellCheck={false}
        />
      </Field>
      <Field
        label="Operator class"
        isOptional
        error={problems['operatorClass']}
        hint="A B-tree operator class, such as text_pattern_ops, if bounds don’t sort in the subtype’s default order."
      >
        <Input
          isMono
          value={draft.operatorClass}
          disabled={isEdit}
          onChange={(event) => onChange({ operatorClass: event.target.value })}
          spellCheck={false}
        />
      </Field>
      <Field
        label="Difference function"
        isOptional
        error={problems['difference']}
        hint="Returns the distance between two bounds as double precision. Makes GiST indexes on the ranges faster."
      >
        <Input
          isMono
          value={draft.difference}
          disabled={isEdit}
          onChange={(event) => onChange({ difference: event.target.value })}
          spellCheck={false}
        />
      </Field>
    </>
  )
}
