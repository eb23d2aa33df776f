import type { FunctionDetails, RelationDetails } from '@colonnade/pg-meta/completion-details'
import type { Relation } from '../catalog/sql-catalog.ts'
import type { VisibleColumn } from '../scope/columns.ts'
import { meaningDomText } from './messages.ts'

/** Columns of a table that its description shows. */
const maxColumns = 30
const maxSignatures = 6

const kindWords: Readonly<Record<string, string>> = { r: 'table', p: 'partitioned table', v: 'view', m: 'materialized view', f: 'foreign table' }

function part(className: string, ...content: readonly (string | Node)[]): HTMLElement {
  const element = document.createElement('div')
  element.className = className
  element.append(...content)
  return element
}

const code = (text: string) => part('cm-info-code', text)
const quiet = (text: string) => part('cm-info-quiet', text)
const comment = (text: string | null) => (text === null || text === '' ? [] : [part('cm-info-comment', text)])

function box(...content: readonly Node[]): HTMLElement {
  return part('cm-info', ...content)
}

export function columnInfo({ name, type, isNullable, isKey, default: initial, generated, comment: words, of }: VisibleColumn): HTMLElement {
  const facts = [isKey ? 'primary key' : null, type === null ? null : isNullable ? 'nullable' : 'not null', meaningDomText.of(of)].filter(
    (fact) => fact !== null,
  )
  const made =
    generated === 'identity'
      ? 'generated as identity'
      : initial === null
        ? null
        : generated === null
          ? meaningDomText.default(initial)
          : meaningDomText.generated(initial)
  return box(
    code(`${name}  ${type ?? meaningDomText.unknownType}`),
    quiet(facts.join(' · ')),
    ...(made === null ? [] : [code(made)]),
    ...comment(words),
  )
}

export function relationInfo({ schema, name, kind }: Relation, details: RelationDetails | null): HTMLElement {
  const rows = details?.rows == null ? '' : ` · about ${Math.round(details.rows).toLocaleString('en')} rows`
  const columns = details?.columns ?? []
  const list = columns
    .slice(0, maxColumns)
    .map((column) => part('cm-info-row', part('cm-info-name', column.name), quiet(`${column.type}${column.is_key ? meaningDomText.key : ''}`)))
  const more = columns.length > maxColumns ? [quiet(meaningDomText.more(columns.length - maxColumns))] : []
  return box(
    code(`${schema}.${name}`),
    quiet(`${kindWords[kind] ?? 'relation'} · ${columns.length} columns${rows}`),
    ...comment(details?.comment ?? null),
    part('cm-info-rows', ...list, ...more),
  )
}

export function functionInfo(name: string, functions: readonly FunctionDetails[]): HTMLElement {
  if (functions.length === 0) return box(code(name), quiet('function'))
  const shown = functions
    .slice(0, maxSignatures)
    .flatMap((own) => [code(`${own.name}(${own.arguments})${own.returns === null ? '' : ` → ${own.returns}`}`), ...comment(own.comment)])
  const more = functions.length > maxSignatures ? [quiet(meaningDomText.moreOverloads(functions.length - maxSignatures))] : []
  return box(...shown, quiet(`${functions[0]!.schema} · ${functions[0]!.language}`), ...more)
}

export function localInfo(name: string, what: string): HTMLElement {
  return box(code(name), quiet(what))
}
