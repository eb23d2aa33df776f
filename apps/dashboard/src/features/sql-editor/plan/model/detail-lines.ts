import { isRawNode, listOf, numberOf, type RawNode, textOf } from './explain-json.ts'

/** A line of Postgres's text that stands for several fields of FORMAT JSON, in both directions. */
export interface DetailLine {
  /** The line is written in the place of the first of these; the others say nothing of their own. */
  readonly keys: readonly string[]
  /** Null when there is nothing to say. */
  readonly write: (node: RawNode) => string | null
  readonly read: (line: string) => RawNode | null
}

const n = (node: RawNode, key: string): number => numberOf(node[key]) ?? 0

/** "Label: a=1 b=2", with what is nought left out. */
function figures(label: string, names: readonly (readonly [word: string, key: string])[]): DetailLine {
  return {
    keys: names.map(([, key]) => key),
    write: (node) => {
      const told = names.filter(([, key]) => n(node, key) > 0).map(([word, key]) => `${word}=${n(node, key)}`)
      return told.length === 0 ? null : `${label}: ${told.join(' ')}`
    },
    read: (line) => {
      if (!line.startsWith(`${label}: `)) return null
      return fields(names.map(([word, key]) => [key, new RegExp(`(?:^|\\s)${word}=([\\d.]+)`).exec(line.slice(label.length + 1))?.[1]]))
    },
  }
}

/** "Label: shared hit=1 read=2, temp read=3" */
function grouped(
  label: string,
  digits: number | null,
  groups: readonly (readonly [word: string, names: readonly (readonly [string, string])[]])[],
): DetailLine {
  const shown = (value: number): string => (digits === null ? String(value) : value.toFixed(digits))
  return {
    keys: groups.flatMap(([, names]) => names.map(([, key]) => key)),
    write: (node) => {
      const told = groups.flatMap(([word, names]) => {
        const own = names.filter(([, key]) => n(node, key) > 0).map(([name, key]) => `${name}=${shown(n(node, key))}`)
        return own.length === 0 ? [] : [`${word} ${own.join(' ')}`]
      })
      return told.length === 0 ? null : `${label}: ${told.join(', ')}`
    },
    read: (line) => {
      if (!line.startsWith(`${label}: `)) return null
      const parts = line.slice(label.length + 2).split(', ')
      return fields(
        groups.flatMap(([word, names]) => {
          const part = parts.find((text) => text.startsWith(`${word} `))
          return names.map(([name, key]) => [key, part === undefined ? undefined : new RegExp(` ${name}=([\\d.]+)`).exec(part)?.[1]] as const)
        }),
      )
    },
  }
}

/** A line of a fixed form; groups of the pattern are the fields, in their order. */
function form(keys: readonly string[], pattern: RegExp, write: DetailLine['write']): DetailLine {
  return {
    keys,
    write,
    read: (line) => {
      const found = pattern.exec(line)
      return found ? fields(keys.map((key, index) => [key, found[index + 1]])) : null
    },
  }
}

function fields(entries: readonly (readonly [key: string, text: string | undefined])[]): RawNode {
  return Object.fromEntries(entries.flatMap(([key, text]) => (text === undefined ? [] : [[key, /^-?[\d.]+$/.test(text) ? Number(text) : text]])))
}

const blocks = (kind: string): readonly (readonly [string, string])[] =>
  ['Hit', 'Read', 'Dirtied', 'Written'].map((what) => [what.toLowerCase(), `${kind} ${what} Blocks`] as const)
const ioTimes = (kind: string): readonly (readonly [string, string])[] =>
  ['Read', 'Write'].map((what) => [what.toLowerCase(), `${kind} I/O ${what} Time`] as const)

const was = (now: number, first: number): string => (first === now ? String(now) : `${now} (originally ${first})`)

function incremental(key: string): DetailLine {
  return {
    keys: [key],
    write: (node) => {
      const group = node[key]
      if (!isRawNode(group)) return null
      const space = (place: string): string => {
        const found = group[`Sort Space ${place}`]
        return isRawNode(found)
          ? `  Average ${place}: ${n(found, 'Average Sort Space Used')}kB  Peak ${place}: ${n(found, 'Peak Sort Space Used')}kB`
          : ''
      }
      const methods = listOf(group['Sort Methods Used'])
      return `${key}: ${n(group, 'Group Count')}  Sort Method${methods.length > 1 ? 's' : ''}: ${methods.join(', ')}${space('Memory')}${space('Disk')}`
    },
    read: (line) => {
      const found = new RegExp(
        `^${key}: (\\d+)  Sort Methods?: (.+?)(?:  Average Memory: (\\d+)kB  Peak Memory: (\\d+)kB)?(?:  Average Disk: (\\d+)kB  Peak Disk: (\\d+)kB)?$`,
      ).exec(line)
      if (!found) return null
      const space = (at: number): RawNode => ({ 'Average Sort Space Used': Number(found[at]), 'Peak Sort Space Used': Number(found[at + 1]) })
      return {
        [key]: {
          'Group Count': Number(found[1]),
          'Sort Methods Used': found[2]!.split(', '),
          ...(found[3] !== undefined && { 'Sort Space Memory': space(3) }),
          ...(found[5] !== undefined && { 'Sort Space Disk': space(5) }),
        },
      }
    },
  }
}

/** In Postgres's own words (src/backend/commands/explain.c, version 18). */
export const detailLines: readonly DetailLine[] = [
  form(
    ['Sort Method', 'Sort Space Type', 'Sort Space Used'],
    /^Sort Method: (.+?)  (Memory|Disk): (\d+)kB$/,
    (node) => `Sort Method: ${textOf(node['Sort Method']) ?? ''}  ${textOf(node['Sort Space Type']) ?? ''}: ${n(node, 'Sort Space Used')}kB`,
  ),
  {
    keys: ['Hash Buckets', 'Original Hash Buckets', 'Hash Batches', 'Original Hash Batches', 'Peak Memory Usage'],
    write: (node) =>
      `Buckets: ${was(n(node, 'Hash Buckets'), n(node, 'Original Hash Buckets'))}  Batches: ${was(n(node, 'Hash Batches'), n(node, 'Original Hash Batches'))}  Memory Usage: ${n(node, 'Peak Memory Usage')}kB`,
    read: (line) => {
      const found = /^Buckets: (\d+)(?: \(originally (\d+)\))?  Batches: (\d+)(?: \(originally (\d+)\))?  Memory Usage: (\d+)kB$/.exec(line)
      if (!found) return null
      const [buckets, firstBuckets = found[1], batches, firstBatches = found[3], memory] = found.slice(1)
      return fields([
        ['Hash Buckets', buckets],
        ['Original Hash Buckets', firstBuckets],
        ['Hash Batches', batches],
        ['Original Hash Batches', firstBatches],
        ['Peak Memory Usage', memory],
      ])
    },
  },
  {
    keys: ['Planned Partitions', 'HashAgg Batches', 'Peak Memory Usage', 'Disk Usage'],
    write: (node) => {
      const planned = n(node, 'Planned Partitions')
      const batches = n(node, 'HashAgg Batches')
      const disk = n(node, 'Disk Usage')
      const told = [
        ...(planned > 0 ? [`Planned Partitions: ${planned}`] : []),
        ...(batches > 0 ? [`Batches: ${batches}`, `Memory Usage: ${n(node, 'Peak Memory Usage')}kB`] : []),
        ...(disk > 0 ? [`Disk Usage: ${disk}kB`] : []),
      ]
      return told.length === 0 ? null : told.join('  ')
    },
    read: (line) => {
      const found = /^(?:Planned Partitions: (\d+))?(?:  )?(?:Batches: (\d+)  Memory Usage: (\d+)kB)?(?:  Disk Usage: (\d+)kB)?$/.exec(line)
      if (!found || line === '') return null
      return fields([
        ['Planned Partitions', found[1]],
        ['HashAgg Batches', found[2]],
        ['Peak Memory Usage', found[3]],
        ['Disk Usage', found[4]],
      ])
    },
  },
  form(
    ['Cache Hits', 'Cache Misses', 'Cache Evictions', 'Cache Overflows', 'Peak Memory Usage'],
    /^Hits: (\d+)  Misses: (\d+)  Evictions: (\d+)  Overflows: (\d+)  Memory Usage: (\d+)kB$/,
    (node) =>
      n(node, 'Cache Misses') === 0
        ? null
        : `Hits: ${n(node, 'Cache Hits')}  Misses: ${n(node, 'Cache Misses')}  Evictions: ${n(node, 'Cache Evictions')}  Overflows: ${n(node, 'Cache Overflows')}  Memory Usage: ${n(node, 'Peak Memory Usage')}kB`,
  ),
  form(
    ['Storage', 'Maximum Storage'],
    /^Storage: (Memory|Disk)  Maximum Storage: (\d+)kB$/,
    (node) => `Storage: ${textOf(node['Storage']) ?? ''}  Maximum Storage: ${n(node, 'Maximum Storage')}kB`,
  ),
  figures('Heap Blocks', [
    ['exact', 'Exact Heap Blocks'],
    ['lossy', 'Lossy Heap Blocks'],
  ]),
  {
    ...figures('Tuples', [
      ['inserted', 'Tuples Inserted'],
      ['updated', 'Tuples Updated'],
      ['deleted', 'Tuples Deleted'],
      ['skipped', 'Tuples Skipped'],
    ]),
    // of MERGE; INSERT … ON CONFLICT has the first alone, on a line of its own
    keys: ['Tuples Updated', 'Tuples Inserted', 'Tuples Deleted', 'Tuples Skipped'],
  },
  grouped('Buffers', null, [
    ['shared', blocks('Shared')],
    ['local', blocks('Local')],
    ['temp', blocks('Temp').filter(([word]) => word === 'read' || word === 'written')],
  ]),
  grouped('I/O Timings', 3, [
    ['shared', ioTimes('Shared')],
    ['local', ioTimes('Local')],
    ['temp', ioTimes('Temp')],
  ]),
  figures('WAL', [
    ['records', 'WAL Records'],
    ['fpi', 'WAL FPI'],
    ['bytes', 'WAL Bytes'],
    ['buffers full', 'WAL Buffers Full'],
  ]),
  incremental('Full-sort Groups'),
  incremental('Pre-sorted Groups'),
  {
    keys: ['Sampling Method', 'Sampling Parameters', 'Repeatable Seed'],
    write: (node) => {
      const seed = textOf(node['Repeatable Seed'])
      const parameters = listOf(node['Sampling Parameters']).join(', ')
      return `Sampling: ${textOf(node['Sampling Method']) ?? ''} (${parameters})${seed === null ? '' : ` REPEATABLE (${seed})`}`
    },
    read: (line) => {
      const found = /^Sampling: (.+?) \((.*?)\)(?: REPEATABLE \((.*)\))?$/.exec(line)
      if (!found) return null
      return {
        'Sampling Method': found[1]!,
        'Sampling Parameters': splitList(found[2]!),
        ...(found[3] !== undefined && { 'Repeatable Seed': found[3] }),
      }
    },
  },
]

/** A list as Postgres prints it, split at commas that stand in no quotes or parentheses. */
export function splitList(text: string): string[] {
  const items: string[] = []
  let depth = 0
  let quote: string | null = null
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!
    if (quote !== null) {
      if (character === quote) quote = null
    } else if (character === "'" || character === '"') quote = character
    else if ('([{'.includes(character)) depth += 1
    else if (')]}'.includes(character)) depth -= 1
    else if (character === ',' && depth === 0) {
      items.push(text.slice(from, at).trim())
      from = at + 1
    }
  }
  return [...items, text.slice(from).trim()]
}

/** Fields whose text is a list. */
export const listKeys: ReadonlySet<string> = new Set(['Sort Key', 'Presorted Key', 'Group Key', 'Output', 'Conflict Arbiter Indexes'])
