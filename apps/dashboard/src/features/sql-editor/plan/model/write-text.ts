import { detailLines } from './detail-lines.ts'
import { childrenOf, isRawNode, listOf, numberOf, type RawExplain, type RawNode, type RawValue, textOf } from './explain-json.ts'
import { labelText } from './node-label.ts'

/** Said in the first line of a node, or not at all in Postgres's text. */
const silent = new Set(
  'Node Type|Parent Relationship|Subplan Name|Parallel Aware|Async Capable|Strategy|Partial Mode|Join Type|Operation|Relation Name|Schema|Alias|Index Name|Scan Direction|Function Name|Table Function Name|CTE Name|Tuplestore Name|Startup Cost|Total Cost|Plan Rows|Plan Width|Command|Custom Plan Provider|Plans|Workers|Actual Startup Time|Actual Total Time|Actual Rows|Actual Loops|Worker Number'.split(
    '|',
  ),
)

/** Fields that Postgres leaves out of its text while they are nought. */
const quietAtZero = /^(?:Rows Removed by .+|Subplans Removed)$/

/** EXPLAIN's text of a plan, from its JSON: as Postgres 18 writes it. */
export function writeExplainText(explain: RawExplain): string {
  const plan = explain['Plan']
  const lines: string[] = []
  if (isRawNode(plan)) writeNode(plan, 0, lines, 'Output' in plan)
  return [...lines, ...summaryLines(explain, isRawNode(plan) && 'Output' in plan)].join('\n')
}

function writeNode(node: RawNode, column: number, lines: string[], isVerbose: boolean): void {
  const arrow = lines.length === 0 ? '' : '->  '
  const inner = ' '.repeat(column + (arrow === '' ? 2 : 6))
  lines.push(`${' '.repeat(column)}${arrow}${labelText(node)}${costText(node)}${actualText(node)}`)
  for (const line of detailsOf(node, isVerbose)) lines.push(`${inner}${line}`)
  for (const worker of listOf(node['Workers']).filter(isRawNode)) writeWorker(worker, inner, lines)
  for (const child of childrenOf(node)) {
    const name = textOf(child['Subplan Name'])
    if (name === null) writeNode(child, inner.length, lines, isVerbose)
    else {
      lines.push(`${inner}${name}`)
      writeNode(child, inner.length + 2, lines, isVerbose)
    }
  }
}

function writeWorker(worker: RawNode, inner: string, lines: string[]): void {
  const actual = actualText(worker)
    .trim()
    .replace(/^\((.*)\)$/, '$1')
  const [first = '', ...rest] = [...(actual === '' ? [] : [actual]), ...detailsOf(worker, true)]
  if (first !== '') lines.push(`${inner}Worker ${numberOf(worker['Worker Number']) ?? 0}:  ${first}`, ...rest.map((line) => `${inner}  ${line}`))
}

function costText(node: RawNode): string {
  const total = numberOf(node['Total Cost'])
  if (total === null) return ''
  const startup = numberOf(node['Startup Cost']) ?? 0
  return `  (cost=${startup.toFixed(2)}..${total.toFixed(2)} rows=${numberOf(node['Plan Rows']) ?? 0} width=${numberOf(node['Plan Width']) ?? 0})`
}

function actualText(node: RawNode): string {
  const loops = numberOf(node['Actual Loops'])
  if (loops === null) return ''
  if (loops === 0) return ' (never executed)'
  const total = numberOf(node['Actual Total Time'])
  const time = total === null ? '' : `time=${(numberOf(node['Actual Startup Time']) ?? 0).toFixed(3)}..${total.toFixed(3)} `
  return ` (actual ${time}rows=${(numberOf(node['Actual Rows']) ?? 0).toFixed(2)} loops=${loops})`
}

function* detailsOf(node: RawNode, isVerbose: boolean): Generator<string> {
  const keys = Object.keys(node)
  const told = new Set<string>()
  for (const key of keys) {
    if (silent.has(key) || told.has(key)) continue
    const line = detailLines.find(({ keys: own }) => own[0] === key || (own.includes(key) && own.some((other) => other !== key && other in node)))
    if (line !== undefined) {
      for (const other of line.keys) told.add(other)
      const text = line.write(node)
      if (text !== null) yield text
    } else yield* plainLines(key, node[key]!, isVerbose)
  }
}

function* plainLines(key: string, value: RawValue, isVerbose: boolean): Generator<string> {
  if (key === 'Grouping Sets') yield* groupingLines(value)
  else if (value === false && key !== 'Inner Unique') return
  else if (key === 'Inner Unique') {
    if (isVerbose) yield `${key}: ${String(value)}`
  } else if (value === 0 && quietAtZero.test(key)) return
  else if (Array.isArray(value)) {
    if (value.length > 0) yield `${key}: ${value.join(', ')}`
  } else if (!isRawNode(value)) yield `${key}: ${String(value)}`
}

function* groupingLines(sets: RawValue): Generator<string> {
  for (const set of listOf(sets).filter(isRawNode)) {
    if (set['Sort Key'] !== undefined) yield `Sort Key: ${listOf(set['Sort Key']).join(', ')}`
    for (const kind of ['Hash', 'Group']) {
      for (const columns of listOf(set[`${kind} Keys`])) yield `${kind} Key: ${listOf(columns).join(', ') || '()'}`
    }
  }
}

function* summaryLines(explain: RawExplain, isVerbose: boolean): Generator<string> {
  const settings = explain['Settings']
  if (isRawNode(settings))
    yield `Settings: ${Object.entries(settings)
      .map(([key, value]) => `${key} = '${String(value)}'`)
      .join(', ')}`
  const identifier = explain['Query Identifier']
  if (identifier !== undefined) yield `Query Identifier: ${String(identifier)}`
  const planning = explain['Planning']
  if (isRawNode(planning)) {
    const memory = numberOf(planning['Memory Used'])
    const lines = detailLines.flatMap((line) => (line.keys.some((key) => key in planning) ? (line.write(planning) ?? []) : []))
    if (memory !== null) lines.push(`Memory: used=${memory}kB  allocated=${numberOf(planning['Memory Allocated']) ?? 0}kB`)
    if (lines.length > 0) yield* ['Planning:', ...lines.map((line) => `  ${line}`)]
  }
  const planningMs = numberOf(explain['Planning Time'])
  if (planningMs !== null) yield `Planning Time: ${planningMs.toFixed(3)} ms`
  for (const trigger of listOf(explain['Triggers']).filter(isRawNode)) yield triggerLine(trigger, isVerbose)
  if (isRawNode(explain['JIT'])) yield* jitLines(explain['JIT'])
  const serialization = explain['Serialization']
  if (isRawNode(serialization)) {
    const ms = numberOf(serialization['Time'])
    yield `Serialization: ${ms === null ? '' : `time=${ms.toFixed(3)} ms  `}output=${numberOf(serialization['Output Volume']) ?? 0}kB  format=${textOf(serialization['Format']) ?? ''}`
  }
  const executionMs = numberOf(explain['Execution Time'])
  if (executionMs !== null) yield `Execution Time: ${executionMs.toFixed(3)} ms`
}

function triggerLine(trigger: RawNode, isVerbose: boolean): string {
  const constraint = textOf(trigger['Constraint Name'])
  const ms = numberOf(trigger['Time'])
  const name = [
    ...(constraint === null || isVerbose ? [textOf(trigger['Trigger Name'])] : []),
    ...(constraint === null ? [] : [`for constraint ${constraint}`]),
  ].join(' ')
  return `Trigger ${name}: ${ms === null ? '' : `time=${ms.toFixed(3)} `}calls=${numberOf(trigger['Calls']) ?? 0}`
}

function* jitLines(jit: RawNode): Generator<string> {
  yield 'JIT:'
  yield `  Functions: ${numberOf(jit['Functions']) ?? 0}`
  const named = (value: RawValue | undefined, unit: string, digits: number | null): string =>
    isRawNode(value)
      ? Object.entries(value)
          .map(([key, part]) => {
            if (!isRawNode(part)) return `${key} ${digits === null ? String(part) : (numberOf(part) ?? 0).toFixed(digits)}${unit}`
            // generation has a part of its own since version 17
            return `${key} ${(numberOf(part['Total']) ?? 0).toFixed(3)}${unit} (Deform ${(numberOf(part['Deform']) ?? 0).toFixed(3)}${unit})`
          })
          .join(', ')
      : ''
  if (isRawNode(jit['Options'])) yield `  Options: ${named(jit['Options'], '', null)}`
  if (isRawNode(jit['Timing'])) yield `  Timing: ${named(jit['Timing'], ' ms', 3)}`
}
