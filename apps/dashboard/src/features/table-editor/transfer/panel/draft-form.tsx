import type { Entity } from '@colonnade/pg-meta'
import { SegmentedControl } from '@colonnade/ui'
import { useEffect, useRef } from 'react'
import { hasNumber, newColumns, targetsOf, type ImportChoices, type ImportDraft } from '../plan/draft.ts'
import { numberName, type Planned } from '../plan/import-plan.ts'
import { detectSettings, type ReadSettings, type Sample } from '../reading/sample.ts'
import { unicodeOf } from '../reading/encodings/encoding.ts'
import { EncodingChoice } from './encoding-choice.tsx'
import { MappedColumns } from './mapped-columns.tsx'
import { draftFormText } from './messages.ts'
import { NewColumns } from './new-columns.tsx'
import { NewTableFields } from './new-table-fields.tsx'
import { Notes } from './notes.tsx'
import { PreviewTable } from './preview-table.tsx'
import { ReadingFields } from './reading-fields.tsx'
import { RowRules } from './row-rules.tsx'
import { Section } from './section.tsx'
import { useTypeNames } from '../guessing/type-names.ts'

export interface DraftFormProps {
  readonly projectRef: string
  /** The table that is open, if rows can go into it. */
  readonly entity: Entity | null
  readonly draft: ImportDraft
  readonly sample: Sample
  readonly planned: Planned
  readonly onDraft: (change: Partial<ImportDraft>) => void
}

/** How a file is read, where it goes, and what happens to rows that do not fit. */
export function DraftForm({ projectRef, entity, draft, sample, planned, onDraft }: DraftFormProps) {
  const { settings, choices } = draft
  const isNew = choices.into === 'new' || entity === null
  const typeNames = useTypeNames(projectRef)
  const columns = newColumns(sample, choices)
  const targets = entity === null ? [] : targetsOf(sample, entity, choices.targets)
  const choose = (change: Partial<ImportChoices>) => onDraft({ choices: { ...choices, ...change } })
  const read = (next: ReadSettings) => {
    // other fields: what was said about the old ones says nothing about them
    const isAbout = (setting: keyof ReadSettings) => next[setting] !== settings[setting]
    const isSame = !isAbout('encoding') && (['nullText', 'dateOrder', 'numberForm'] as const).some(isAbout)
    onDraft({ settings: next, choices: isSame ? choices : { ...choices, edits: {}, targets: {} } })
  }
  const headings = isNew
    ? columns.map(({ name, type, isSkipped }) => (isSkipped ? null : { name, type }))
    : targets.map((target) => (target === null ? null : { name: target, type: entity.columns.find(({ name }) => name === target)?.type ?? '' }))
  const start = useRef<HTMLDivElement>(null)
  // what had the focus is gone: the keys go on working from the top of the form
  useEffect(() => start.current?.focus(), [])
  return (
    <div ref={start} tabIndex={-1} className="flex flex-col outline-none">
      <Section title={draftFormText.reading}>
        <ReadingFields settings={settings} dateOrder={sample.dateOrder} numberForm={sample.numberForm} onChange={read} />
        {unicodeOf(draft.head.bytes) === null && (
          <EncodingChoice
            head={draft.head}
            chosen={settings.isEncodingOpen ? null : settings.encoding}
            onChoose={(encoding) => read(detectSettings(draft.head, draft.file.name, encoding))}
          />
        )}
        <Notes
          problems={sample.problems.filter(({ isFatal }) => isFatal).map(({ text }) => text)}
          warnings={sample.problems.filter(({ isFatal }) => !isFatal).map(({ text }) => text)}
        />
        {sample.rows.length > 0 && <PreviewTable projectRef={projectRef} sample={sample} headings={headings} />}
      </Section>
      <Section
        title={draftFormText.target}
        aside={
          entity !== null && (
            <SegmentedControl
              label={draftFormText.target}
              value={choices.into}
              onValueChange={(into) => choose({ into })}
              options={[
                { value: 'existing', label: entity.name.length > 24 ? `${entity.name.slice(0, 23)}…` : entity.name },
                { value: 'new', label: draftFormText.newTable },
              ]}
            />
          )
        }
      >
        {isNew && (
          <NewTableFields
            projectRef={projectRef}
            table={{ ...choices.table, hasNumber: hasNumber(sample, choices.table) }}
            numberName={numberName(columns.filter(({ isSkipped }) => !isSkipped))}
            onChange={(table) => choose({ table })}
          />
        )}
        {planned.kind === 'plan' && <Notes warnings={planned.warnings} />}
        {planned.kind === 'problems' && (
          <output className="block">
            <Notes problems={planned.problems.filter((text) => !sample.problems.some((problem) => problem.text === text))} />
          </output>
        )}
        {isNew && sample.fields.length > 0 && (
          <NewColumns
            columns={columns}
            hasNumber={hasNumber(sample, choices.table)}
            typeNames={typeNames}
            onEdit={(place, edit) => choose({ edits: { ...choices.edits, [place]: { ...choices.edits[place], ...edit } } })}
          />
        )}
        {!isNew && sample.fields.length > 0 && (
          <MappedColumns
            sample={sample}
            entity={entity}
            targets={targets}
            onTarget={(place, target) => choose({ targets: { ...choices.targets, [place]: target } })}
          />
        )}
      </Section>
      <Section title={draftFormText.rowRules}>
        <RowRules entity={isNew ? null : entity} choices={choices} onChange={choose} />
      </Section>
    </div>
  )
}
