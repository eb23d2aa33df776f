import { ident, toText } from '@colonnade/sql'
import { type RawNode, type RawValue, textOf } from './explain-json.ts'

/** What a node is called in Postgres's text: its operation, and what it is done on. */
export interface NodeLabel {
  /** "Parallel Seq Scan", "Index Scan Backward using orders_pkey" */
  readonly operation: string
  /** "public.orders o"; null for what reads no relation. */
  readonly target: string | null
}

const aggregates: Readonly<Record<string, string>> = {
  Plain: 'Aggregate',
  Sorted: 'GroupAggregate',
  Hashed: 'HashAggregate',
  Mixed: 'MixedAggregate',
}
const joins: Readonly<Record<string, string>> = { 'Hash Join': 'Hash', 'Merge Join': 'Merge', 'Nested Loop': 'Nested Loop' }
/** Where the name of what is scanned stands, when it is no relation. */
const sourceNames = ['Relation Name', 'Function Name', 'Table Function Name', 'CTE Name', 'Tuplestore Name'] as const

/** As `ExplainNode` of Postgres writes it (src/backend/commands/explain.c). */
export function labelOf(node: RawNode): NodeLabel {
  const flags = `${node['Parallel Aware'] === true ? 'Parallel ' : ''}${node['Async Capable'] === true ? 'Async ' : ''}`
  return { operation: flags + operationOf(node), target: targetOf(node) }
}

export const labelText = (node: RawNode): string => {
  const { operation, target } = labelOf(node)
  return target === null ? operation : `${operation} on ${target}`
}

function operationOf(node: RawNode): string {
  const type = textOf(node['Node Type']) ?? '?'
  if (type === 'Aggregate') {
    const mode = textOf(node['Partial Mode'])
    const name = aggregates[textOf(node['Strategy']) ?? ''] ?? type
    return mode === null || mode === 'Simple' ? name : `${mode} ${name}`
  }
  if (type === 'SetOp') return `${node['Strategy'] === 'Hashed' ? 'HashSetOp' : 'SetOp'} ${textOf(node['Command']) ?? ''}`.trim()
  if (type === 'ModifyTable') return textOf(node['Operation']) ?? type
  if (type === 'Foreign Scan' && typeof node['Operation'] === 'string' && node['Operation'] !== 'Select') return `Foreign ${node['Operation']}`
  if (type === 'Custom Scan') return `Custom Scan (${textOf(node['Custom Plan Provider']) ?? '?'})`
  const join = joins[type]
  if (join !== undefined) {
    const kind = textOf(node['Join Type']) ?? 'Inner'
    return kind === 'Inner' ? type : `${join} ${kind} Join`
  }
  const index = textOf(node['Index Name'])
  if (index === null || type === 'Bitmap Index Scan') return type
  return `${type}${node['Scan Direction'] === 'Backward' ? ' Backward' : ''} using ${name(index)}`
}

function targetOf(node: RawNode): string | null {
  if (node['Node Type'] === 'Bitmap Index Scan') {
    const index = textOf(node['Index Name'])
    return index === null ? null : name(index)
  }
  const alias = textOf(node['Alias'])
  const source = sourceNames.map((key) => textOf(node[key])).find((value) => value !== null) ?? null
  if (source === null) return alias === null ? null : name(alias)
  const schema = textOf(node['Schema'])
  const whole = schema === null ? name(source) : `${name(schema)}.${name(source)}`
  return alias === null || alias === source ? whole : `${whole} ${name(alias)}`
}

const name = (text: string): string => toText(ident(text))

const part = /(?:"(?:[^"]|"")*"|[^\s".]+)/.source
const target = new RegExp(`^(?:(${part})\\.)?(${part})(?: (${part}))?$`)
const aggregate = /^(?:(Partial|Finalize) )?(Aggregate|GroupAggregate|HashAggregate|MixedAggregate)$/
const join = /^(Hash|Merge|Nested Loop)(?: (Left|Right|Full|Semi|Anti|Right Semi|Right Anti))? Join$/
const setOperation = /^(Hash)?SetOp (Except|Intersect)( All)?$/
const indexScan = new RegExp(`^(Index Scan|Index Only Scan)( Backward)? using (${part}) on (.+)$`)
const scan = /^(.+?) on (.+)$/

/** The fields that a label of Postgres's text stands for: the other way round. */
export function fieldsOfLabel(label: string): RawNode {
  const flags: { [key: string]: RawValue } = {}
  let rest = label
  if (rest.startsWith('Parallel ')) [rest, flags['Parallel Aware']] = [rest.slice(9), true]
  if (rest.startsWith('Async ')) [rest, flags['Async Capable']] = [rest.slice(6), true]
  return { ...operationFields(rest), ...flags }
}

function operationFields(label: string): RawNode {
  const aggregated = aggregate.exec(label)
  if (aggregated) {
    const strategy = Object.entries(aggregates).find(([, written]) => written === aggregated[2])![0]
    return { 'Node Type': 'Aggregate', Strategy: strategy, 'Partial Mode': aggregated[1] ?? 'Simple' }
  }
  if (label === 'Nested Loop') return { 'Node Type': label, 'Join Type': 'Inner' }
  const joined = join.exec(label)
  if (joined) return { 'Node Type': joined[1] === 'Nested Loop' ? 'Nested Loop' : `${joined[1]} Join`, 'Join Type': joined[2] ?? 'Inner' }
  const set = setOperation.exec(label)
  if (set) return { 'Node Type': 'SetOp', Strategy: set[1] === undefined ? 'Sorted' : 'Hashed', Command: `${set[2]}${set[3] ?? ''}` }
  const indexed = indexScan.exec(label)
  if (indexed) {
    const direction = indexed[2] === undefined ? 'Forward' : 'Backward'
    return {
      'Node Type': indexed[1]!,
      'Scan Direction': direction,
      'Index Name': unquoted(indexed[3]!),
      ...targetFields(indexed[4]!, 'Relation Name'),
    }
  }
  const scanned = scan.exec(label)
  return scanned ? scanFields(scanned[1]!, scanned[2]!) : { 'Node Type': label }
}

function scanFields(operation: string, on: string): RawNode {
  if (/^(Insert|Update|Delete|Merge)$/.test(operation))
    return { 'Node Type': 'ModifyTable', Operation: operation, ...targetFields(on, 'Relation Name') }
  if (/^Foreign (Insert|Update|Delete)$/.test(operation))
    return { 'Node Type': 'Foreign Scan', Operation: operation.slice(8), ...targetFields(on, 'Relation Name') }
  if (operation === 'Bitmap Index Scan') return { 'Node Type': operation, 'Index Name': unquoted(on) }
  const custom = /^Custom Scan \((.+)\)$/.exec(operation)
  if (custom) return { 'Node Type': 'Custom Scan', 'Custom Plan Provider': custom[1]!, ...targetFields(on, 'Relation Name') }
  if (operation === 'Values Scan' || operation === 'Subquery Scan') return { 'Node Type': operation, Alias: unquoted(on) }
  const key = {
    'Function Scan': 'Function Name',
    'Table Function Scan': 'Table Function Name',
    'CTE Scan': 'CTE Name',
    'WorkTable Scan': 'CTE Name',
    'Named Tuplestore Scan': 'Tuplestore Name',
  }[operation]
  return { 'Node Type': operation, ...targetFields(on, key ?? 'Relation Name') }
}

function targetFields(text: string, key: string): RawNode {
  const found = target.exec(text)
  if (!found) return { [key]: text, Alias: text }
  const source = unquoted(found[2]!)
  return {
    [key]: source,
    ...(found[1] !== undefined && { Schema: unquoted(found[1]) }),
    Alias: found[3] === undefined ? source : unquoted(found[3]),
  }
}

export function unquoted(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text
}
