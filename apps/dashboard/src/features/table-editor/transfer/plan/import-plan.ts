import type { ImportPlan } from '@colonnade/contracts/data/row-imports'
import type { Input } from '@colonnade/contracts/foundation/endpoint'
import type { Entity } from '@colonnade/pg-meta'
import { cutName } from '../guessing/names.ts'
import { maxColumns } from '../limits.ts'
import type { ReadSettings, Sample } from '../reading/sample.ts'
import { hasNumber, newColumns, targetsOf, type ImportChoices, type NewColumn } from './draft.ts'
import { missingColumns } from './match-columns.ts'
import { importPlanText } from './messages.ts'

export type ImportPlanInput = Input<typeof ImportPlan>

/** Either a plan, or what keeps it from being one. */
export type Planned =
  | { readonly kind: 'plan'; readonly plan: ImportPlanInput; readonly warnings: readonly string[] }
  | { readonly kind: 'problems'; readonly problems: readonly string[] }

export interface Planning {
  readonly sample: Sample
  readonly settings: ReadSettings
  readonly choices: ImportChoices
  /** The table that is open; null when none is. */
  readonly entity: Entity | null
}

/** The keys of a table by which rows can be updated or skipped: the primary key first. */
export function keysOf(entity: Entity): string[][] {
  const primary = entity.primary_keys.map(({ name }) => name)
  return [...(primary.length === 0 ? [] : [primary]), ...entity.unique_indexes.map(({ columns }) => columns)]
}

/** What an import does, for the server. */
export function planImport(planning: Planning): Planned {
  const { sample, choices, entity } = planning
  const fatal = sample.problems.filter(({ isFatal }) => isFatal).map(({ text }) => text)
  if (fatal.length > 0) return { kind: 'problems', problems: fatal }
  if (sample.fields.length > maxColumns) return { kind: 'problems', problems: [tooManyText(sample.fields.length)] }
  return choices.into === 'existing' && entity !== null ? intoExisting(planning, entity) : intoNew(planning)
}

export function tooManyText(columns: number): string {
  return `The file has ${columns.toLocaleString('en-US')} columns; a table in Postgres has at most ${maxColumns.toLocaleString('en-US')}. Is the delimiter right?`
}

function intoNew({ sample, settings, choices }: Planning): Planned {
  const { table } = choices
  const columns = newColumns(sample, choices).filter(({ isSkipped }) => !isSkipped)
  const number = hasNumber(sample, table) ? numberName(columns) : null
  const problems = [...nameProblems(importPlanText.table, table.name), ...columnProblems(columns)]
  if (columns.length + (number === null ? 0 : 1) > maxColumns) problems.push(tooManyText(columns.length + 1))
  if (problems.length > 0) return { kind: 'problems', problems }
  const plan: ImportPlanInput = {
    ...reading(settings, sample),
    schema: table.schema,
    table: table.name,
    create: {
      columns: [
        ...(number === null ? [] : [{ name: number, type: 'bigint', is_nullable: false, is_identity: true }]),
        ...columns.map(({ name, type, isNullable }) => ({ name, type, is_nullable: isNullable })),
      ],
      primary_key: number === null ? columns.filter(({ isKey }) => isKey).map(({ name }) => name) : [number],
      rls_enabled: table.hasRls,
    },
    columns: columns.map(({ source, name }) => ({ source, target: name })),
    on_bad_row: choices.onBadRow,
  }
  const hasKey = plan.create!.primary_key!.length > 0
  return { kind: 'plan', plan, warnings: hasKey ? [] : [importPlanText.noKey] }
}

/** A free name for the column that numbers the rows. */
export function numberName(columns: readonly Pick<NewColumn, 'name'>[]): string {
  const taken = new Set(columns.map(({ name }) => name))
  for (const name of ['id', 'row_id']) if (!taken.has(name)) return name
  for (let number = 2; ; number += 1) if (!taken.has(`row_id_${number}`)) return `row_id_${number}`
}

function columnProblems(columns: readonly NewColumn[]): string[] {
  if (columns.length === 0) return [importPlanText.noColumns]
  const counts = new Map<string, number>()
  for (const { name } of columns) counts.set(name, (counts.get(name) ?? 0) + 1)
  const twice = [...counts].filter(([name, count]) => count > 1 && name.trim() !== '').map(([name]) => importPlanText.sameName(name))
  const typeless = columns.filter(({ type }) => type.trim() === '').map(({ name }) => importPlanText.needsType(name))
  return [...columns.flatMap(({ name, place }) => nameProblems(importPlanText.column(place + 1), name)), ...twice, ...typeless]
}

function nameProblems(what: string, name: string): string[] {
  if (name.trim() === '') return [importPlanText.needsName(what)]
  return cutName(name) === name ? [] : [importPlanText.nameTooLong(what)]
}

function intoExisting({ sample, settings, choices }: Planning, entity: Entity): Planned {
  const targets = targetsOf(sample, entity, choices.targets)
  const used = targets.filter((target) => target !== null)
  const key = choices.onConflict === 'insert' ? [] : (choices.key ?? keysOf(entity)[0] ?? [])
  const problems: string[] = []
  if (used.length === 0) problems.push(importPlanText.nothingMapped)
  const twice = used.find((target, place) => used.indexOf(target) !== place)
  if (twice !== undefined) problems.push(importPlanText.mappedTwice(twice))
  if (choices.onConflict !== 'insert') {
    if (key.length === 0) problems.push(importPlanText.noUniqueKey)
    const unmapped = key.filter((column) => !used.includes(column))
    if (unmapped.length > 0) problems.push(importPlanText.keyWithoutValue(unmapped.join(', ')))
  }
  if (problems.length > 0) return { kind: 'problems', problems }
  const missing = missingColumns(entity.columns, targets)
  return {
    kind: 'plan',
    plan: {
      ...reading(settings, sample),
      schema: entity.schema,
      table: entity.name,
      columns: targets.flatMap((target, place) => (target === null ? [] : [{ source: sample.fields[place]!.source, target }])),
      on_conflict: choices.onConflict,
      key: [...key],
      on_bad_row: choices.onBadRow,
    },
    warnings: missing.length === 0 ? [] : [importPlanText.missingValues(missing)],
  }
}

function reading(
  { format, encoding, delimiter, hasDelimiterLine, hasHeader, nullText, rowsMember }: ReadSettings,
  { dateOrder, numberForm }: Sample,
) {
  return {
    format,
    encoding,
    delimiter: format === 'tsv' ? '\t' : delimiter,
    ...(format === 'json' && rowsMember !== undefined && { rows_member: rowsMember }),
    ...(hasDelimiterLine && { skip_lines: 1 }),
    has_header: hasHeader,
    null_text: nullText,
    day_first: dateOrder === 'day',
    number_form: numberForm ?? 'plain',
  }
}
