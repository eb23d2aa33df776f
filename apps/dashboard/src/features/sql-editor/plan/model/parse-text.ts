import { detailLines, listKeys, splitList } from './detail-lines.ts'
import type { RawExplain, RawNode, RawValue } from './explain-json.ts'
import { fieldsOfLabel } from './node-label.ts'

interface Open {
  readonly node: { [key: string]: RawValue }
  readonly children: Open[]
  /** Where its label begins; what is within it begins further right. */
  readonly column: number
}

const nodeLine =
  /^(.*?)(?:  \(cost=([\d.]+)\.\.([\d.]+) rows=(\d+) width=(\d+)\))?(?: ?(\(never executed\)|\(actual (?:time=([\d.]+)\.\.([\d.]+) )?rows=([\d.]+) loops=(\d+)\)))?$/
const subplan = /^((?:InitPlan|SubPlan) \d+(?: \(returns .*\))?|CTE .+)$/
const members = new Set(['Append', 'Merge Append', 'BitmapAnd', 'BitmapOr', 'Custom Scan'])

/**
 * Reads EXPLAIN's text into the form of its JSON: as Postgres prints it, with the frame that psql draws, or indented as a whole. Null when it is
 * no plan. Versions before 18 print the same but for a few lines, which are kept as they are.
 */
export function parseExplainText(text: string): RawExplain | null {
  const lines = unframed(text)
  const indent = /^ */.exec(lines[0] ?? '')![0].length
  const summary: { [key: string]: RawValue } = {}
  const stack: Open[] = []
  let root: Open | null = null
  let pending: { readonly name: string; readonly column: number } | null = null
  let section = ''
  for (const whole of lines) {
    const line = whole.slice(Math.min(indent, /^ */.exec(whole)![0].length))
    const column = /^ */.exec(line)![0].length
    const content = line.slice(column)
    if (root !== null && column === 0) section = readSummary(summary, content)
    else if (section !== '') readSection(summary, section, content)
    else if (root === null || content.startsWith('->')) {
      const at = root === null ? column : column + 4
      while (stack.length > 0 && stack.at(-1)!.column >= at) stack.pop()
      const opened = openNode(root === null ? content : content.slice(2).trimStart(), at, stack.at(-1) ?? null, pending)
      if (opened === null) return null
      root ??= opened
      stack.push(opened)
      pending = null
    } else if (subplan.test(content)) {
      pending = { name: content, column }
      while (stack.length > 1 && stack.at(-1)!.column + 2 > column) stack.pop()
    } else {
      while (stack.length > 1 && stack.at(-1)!.column + 2 > column) stack.pop()
      readDetail(stack.at(-1)!, content, column)
    }
  }
  return root === null ? null : { Plan: closed(root), ...summary }
}

/** Without the heading, rules, borders and row count of psql, and without empty lines. */
function unframed(text: string): string[] {
  const lines = text.replaceAll('\r', '').split('\n')
  const isQuoted = lines.some((line) => /^\s*"?.*\(cost=/.test(line)) && lines.every((line) => line.trim() === '' || /^".*"$/.test(line.trim()))
  return lines
    .map((line) => (isQuoted ? line.trim().slice(1, -1).replaceAll('""', '"') : line))
    .map((line) =>
      line
        .replace(/^\s?\|(.*)\|$/, '$1')
        .replace(/\s*\+?\s*$/, '')
        .replaceAll('\t', '    '),
    )
    .filter((line) => line.trim() !== '' && !/^\s*(?:QUERY PLAN|[-+]{3,}|\(\d+ rows?\)|\d+ rows?)\s*$/.test(line))
}

function openNode(content: string, column: number, parent: Open | null, pending: { readonly name: string } | null): Open | null {
  const found = nodeLine.exec(content)
  // a plan without costs may begin with any words: it is one when they are those of a node
  if (
    !found ||
    (parent === null &&
      found[3] === undefined &&
      found[6] === undefined &&
      !/^(?:[A-Z][A-Za-z]+)(?: [A-Z(][A-Za-z)]*)*(?: (?:using|on) .+)?$/.test(content))
  )
    return null
  const [, label, startupCost, totalCost, planRows, width, actual, startupMs, totalMs, rows, loops] = found
  const opened: Open = { node: { ...fieldsOfLabel(label!.trim()) }, children: [], column }
  if (parent !== null) {
    opened.node['Parent Relationship'] = relationship(parent, pending)
    if (pending !== null) opened.node['Subplan Name'] = pending.name
    parent.children.push(opened)
  }
  if (totalCost !== undefined) {
    Object.assign(opened.node, {
      'Startup Cost': Number(startupCost),
      'Total Cost': Number(totalCost),
      'Plan Rows': Number(planRows),
      'Plan Width': Number(width),
    })
  }
  if (actual === undefined) return opened
  if (totalMs !== undefined) Object.assign(opened.node, { 'Actual Startup Time': Number(startupMs), 'Actual Total Time': Number(totalMs) })
  Object.assign(opened.node, { 'Actual Rows': Number(rows ?? 0), 'Actual Loops': Number(loops ?? 0) })
  return opened
}

function relationship(parent: Open, pending: { readonly name: string } | null): string {
  if (pending !== null) return pending.name.startsWith('SubPlan') ? 'SubPlan' : 'InitPlan'
  const type = String(parent.node['Node Type'])
  if (members.has(type)) return 'Member'
  if (type === 'Subquery Scan') return 'Subquery'
  return parent.children.some(({ node }) => node['Parent Relationship'] === 'Outer') ? 'Inner' : 'Outer'
}

const workerLine = /^Worker (\d+):\s+(.*)$/
const workerActual = /^actual (?:time=([\d.]+)\.\.([\d.]+) )?rows=([\d.]+) loops=(\d+)$/

function readDetail({ node, column: own }: Open, content: string, column: number): void {
  const worker = workerLine.exec(content)
  if (worker) {
    const workers = [...((node['Workers'] ?? []) as RawNode[]), { 'Worker Number': Number(worker[1]), ...workerFields(worker[2]!) }]
    node['Workers'] = workers
    return
  }
  const workers = node['Workers'] as RawNode[] | undefined
  // what stands further right than the node's own lines belongs to the last worker
  if (column > own + 2 && workers !== undefined) node['Workers'] = [...workers.slice(0, -1), { ...workers.at(-1)!, ...fieldsOf(content) }]
  else for (const [key, value] of Object.entries(fieldsOf(content))) addField(node, key, value)
}

function workerFields(content: string): RawNode {
  const found = workerActual.exec(content)
  if (!found) return fieldsOf(content)
  return {
    ...(found[2] !== undefined && { 'Actual Startup Time': Number(found[1]), 'Actual Total Time': Number(found[2]) }),
    'Actual Rows': Number(found[3]),
    'Actual Loops': Number(found[4]),
  }
}

/** Grouping sets have a line each. */
function addField(node: { [key: string]: RawValue }, key: string, value: RawValue): void {
  if ((key === 'Hash Key' || key === 'Group Key') && (key === 'Hash Key' || key in node || 'Grouping Sets' in node)) {
    const sets = (node['Grouping Sets'] ?? []) as RawNode[]
    const columns = Array.isArray(value) ? (value as RawValue[]) : splitList(String(value))
    node['Grouping Sets'] = [...sets, { [`${key}s`]: [columns.length === 1 && columns[0] === '()' ? [] : columns] }]
  } else node[key] = value
}

function fieldsOf(content: string): RawNode {
  for (const line of detailLines) {
    const read = line.read(content)
    if (read !== null) return read
  }
  const colon = content.indexOf(': ')
  if (colon < 0) return { [content.replace(/:$/, '')]: '' }
  const key = content.slice(0, colon)
  const text = content.slice(colon + 2)
  if (listKeys.has(key)) return { [key]: splitList(text) }
  if (text === 'true' || text === 'false') return { [key]: text === 'true' }
  return { [key]: /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : text }
}

/** Reads a line below the plan. What it returns is the section that it opens. */
function readSummary(summary: { [key: string]: RawValue }, content: string): string {
  const heading = /^(Planning|JIT|Serialization):$/.exec(content)
  if (heading) return heading[1]!
  const time = /^(Planning Time|Execution Time|Planning time|Execution time|Total runtime): ([\d.]+) ms$/.exec(content)
  if (time) summary[time[1]!.startsWith('P') ? 'Planning Time' : 'Execution Time'] = Number(time[2])
  const trigger = /^Trigger (?:(?:(\S+) )?for constraint (.+?)|(.+?))(?: on (.+?))?: (?:time=([\d.]+) )?calls=(\d+)$/.exec(content)
  if (trigger) {
    const [, ofConstraint, constraint, alone, relation, ms, calls] = trigger
    const name = ofConstraint ?? alone
    summary['Triggers'] = [
      ...((summary['Triggers'] ?? []) as RawNode[]),
      {
        'Trigger Name': name ?? constraint!,
        ...(constraint !== undefined && { 'Constraint Name': constraint }),
        ...(relation !== undefined && { Relation: relation }),
        ...(ms !== undefined && { Time: Number(ms) }),
        Calls: Number(calls),
      },
    ]
  }
  if (content.startsWith('Settings: ')) {
    summary['Settings'] = Object.fromEntries([...content.matchAll(/([\w.]+) = '((?:[^']|'')*)'/g)].map(([, key, value]) => [key!, value!]))
  }
  const identifier = /^Query Identifier: (-?\d+)$/.exec(content)
  if (identifier) summary['Query Identifier'] = identifier[1]!
  const serialized = /^Serialization: (?:time=([\d.]+) ms  )?output=(\d+)kB  format=(\w+)$/.exec(content)
  if (serialized) {
    summary['Serialization'] = {
      ...(serialized[1] !== undefined && { Time: Number(serialized[1]) }),
      'Output Volume': Number(serialized[2]),
      Format: serialized[3]!,
    }
  }
  return content.startsWith('Serialization') ? 'Serialization' : ''
}

function readSection(summary: { [key: string]: RawValue }, section: string, content: string): void {
  const known = (summary[section] ?? {}) as RawNode
  const memory = /^Memory: used=(\d+)kB  allocated=(\d+)kB$/.exec(content)
  if (memory) summary[section] = { ...known, 'Memory Used': Number(memory[1]), 'Memory Allocated': Number(memory[2]) }
  else if (section === 'JIT' && /^(Options|Timing): /.test(content)) summary[section] = { ...known, ...jitFields(content) }
  else summary[section] = { ...known, ...fieldsOf(content) }
}

function jitFields(content: string): RawNode {
  const key = content.startsWith('Options') ? 'Options' : 'Timing'
  const parts = splitList(content.slice(key.length + 2)).map((part): [string, RawValue] => {
    const [, name = part, value = '', deform] = /^(\w+) ([\w.]+)(?: ms)?(?: \(Deform ([\d.]+) ms\))?$/.exec(part) ?? []
    if (deform !== undefined) return [name, { Deform: Number(deform), Total: Number(value) }]
    return [name, key === 'Options' ? value === 'true' : Number(value)]
  })
  return { [key]: Object.fromEntries(parts) }
}

function closed({ node, children }: Open): RawNode {
  return children.length === 0 ? node : { ...node, Plans: children.map(closed) }
}
