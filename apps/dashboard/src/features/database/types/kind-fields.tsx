import { Checkbox, Field, Input } from '@colonnade/ui'
import { CodePanel } from '../../../lib/code/code-panel.tsx'
import { PartRows } from './part-rows.tsx'
import type { TypeDraft } from './type-draft.ts'
import { kindFieldText } from './messages.ts'

export interface KindFieldsProps {
  readonly draft: TypeDraft
  readonly onChange: (part: Partial<TypeDraft>) => void
  readonly problems: Readonly<Record<string, string>>
  readonly isEdit: boolean
  /** Whether tables were created from the composite type. */
  readonly hasTypedTables: boolean
}

/** Shows the fields that only one kind of type has. */
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
      title={kindFieldText.values}
      noun={kindFieldText.valueNoun}
      isOrdered
      hint={isEdit ? kindFieldText.valuesCost : kindFieldText.valuesHint}
      parts={draft.values}
      onChange={(values) => onChange({ values })}
      makePart={(key) => ({ key, from: null, value: '' })}
      problems={problems}
      renderPart={({ key, value, from }, change, index) => (
        <Input
          isMono
          aria-label={kindFieldText.value(index + 1)}
          aria-invalid={problems[`value ${key}`] !== undefined}
          placeholder={from === null ? kindFieldText.newValue : from}
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
        title={kindFieldText.attributes}
        noun={kindFieldText.attributeNoun}
        {...(isEdit && { hint: kindFieldText.attributesCost })}
        parts={draft.attributes}
        onChange={(attributes) => onChange({ attributes })}
        makePart={(key) => ({ key, from: null, name: '', type: 'text' })}
        problems={problems}
        renderPart={({ key, name, type }, change, index) => (
          <div className="grid grid-cols-2 gap-1">
            <Input
              isMono
              aria-label={kindFieldText.attributeName(index + 1)}
              aria-invalid={problems[`attribute ${key}`] !== undefined}
              placeholder={kindFieldText.namePlaceholder}
              value={name}
              onChange={(event) => change({ name: event.target.value })}
              spellCheck={false}
            />
            <Input
              isMono
              aria-label={kindFieldText.attributeType(index + 1)}
              placeholder={kindFieldText.typePlaceholder}
              value={type}
              onChange={(event) => change({ type: event.target.value })}
              spellCheck={false}
            />
          </div>
        )}
      />
      {isEdit && hasTypedTables && (
        <Checkbox isChecked={draft.isCascade} onCheckedChange={(isCascade) => onChange({ isCascade })} label={kindFieldText.cascade} />
      )}
    </>
  )
}

function DomainFields({ draft, onChange, problems, isEdit }: KindFieldsProps) {
  return (
    <>
      <Field label={kindFieldText.baseType} error={problems['baseType']} hint={isEdit ? kindFieldText.baseTypeFixed : kindFieldText.baseTypeHint}>
        <Input isMono value={draft.baseType} disabled={isEdit} onChange={(event) => onChange({ baseType: event.target.value })} spellCheck={false} />
      </Field>
      <Field label={kindFieldText.default} isOptional hint={kindFieldText.defaultHint}>
        <Input isMono value={draft.default} onChange={(event) => onChange({ default: event.target.value })} spellCheck={false} />
      </Field>
      <Checkbox isChecked={draft.isRequired} onCheckedChange={(isRequired) => onChange({ isRequired })} label={kindFieldText.notNull} />
      <PartRows
        title={kindFieldText.checks}
        noun={kindFieldText.checkNoun}
        hint={kindFieldText.checksHint}
        parts={draft.checks}
        onChange={(checks) => onChange({ checks })}
        makePart={(key) => ({ key, from: null, name: '', expression: '', isValidated: true })}
        problems={problems}
        renderPart={(check, change, index) => (
          <div className="flex flex-col gap-1.5">
            <div className="grid items-start gap-1 sm:grid-cols-[1fr_2fr]">
              <Input
                isMono
                aria-label={kindFieldText.checkName(index + 1)}
                placeholder={kindFieldText.checkNamePlaceholder}
                value={check.name}
                onChange={(event) => change({ name: event.target.value })}
                spellCheck={false}
              />
              <CodePanel
                label={kindFieldText.checkExpression(index + 1)}
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
                label={check.from === null ? kindFieldText.checkExisting : kindFieldText.validated}
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
      <Field label={kindFieldText.subtype} error={problems['subtype']} hint={isEdit ? kindFieldText.subtypeFixed : kindFieldText.subtypeHint}>
        <Input
          isMono
          value={draft.subtype}
          disabled={isEdit}
          // operator class and difference function belong to one subtype
          onChange={(event) => onChange({ subtype: event.target.value, operatorClass: '', difference: '' })}
          spellCheck={false}
        />
      </Field>
      <Field label={kindFieldText.operatorClass} isOptional error={problems['operatorClass']} hint={kindFieldText.operatorClassHint}>
        <Input
          isMono
          value={draft.operatorClass}
          disabled={isEdit}
          onChange={(event) => onChange({ operatorClass: event.target.value })}
          spellCheck={false}
        />
      </Field>
      <Field label={kindFieldText.difference} isOptional error={problems['difference']} hint={kindFieldText.differenceHint}>
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
