import type { Accepted, PlanOption } from '../../request.ts'

const any: readonly Accepted[] = [{ kind: 'any' }]
const json: readonly Accepted[] = [{ kind: 'json' }]
const plainTypes = new Map<string, Accepted>([
  ['*/*', { kind: 'any' }],
  ['application/json', { kind: 'json' }],
  ['text/csv', { kind: 'csv' }],
  ['application/geo+json', { kind: 'geojson' }],
  ['application/openapi+json', { kind: 'openapi' }],
])
const planOptions: ReadonlySet<string> = new Set<PlanOption>(['analyze', 'verbose', 'settings', 'buffers', 'wal'])

/** Returns the media types of an Accept header, best first: by `q`, then by specificity, then in their order. Leaves out `q=0`. */
export function readAccept(header: string | undefined): readonly Accepted[] {
  if (header === undefined || header === '' || header === '*/*') return any
  if (header === 'application/json') return json
  const weighted = splitOutsideQuotes(header, ',')
    .map((range) => readRange(range))
    .filter(({ quality, name }) => quality > 0 && name !== '')
  const sorted = weighted.sort((one, other) => other.quality - one.quality || other.specificity - one.specificity)
  return sorted.map(({ name, parameters }) => understand(name, parameters))
}

interface Range {
  readonly name: string
  readonly parameters: ReadonlyMap<string, string>
  readonly quality: number
  readonly specificity: number
}

function readRange(range: string): Range {
  const [first = '', ...rest] = splitOutsideQuotes(range, ';')
  const parameters = new Map<string, string>()
  let quality = 1
  for (const part of rest) {
    const equals = part.indexOf('=')
    if (equals === -1) continue
    const key = part.slice(0, equals).trim().toLowerCase()
    const value = unquote(part.slice(equals + 1).trim())
    if (key !== 'q') parameters.set(key, value)
    else if (Number.isFinite(Number(value))) quality = Number(value)
  }
  const name = first.trim().toLowerCase()
  return { name, parameters, quality, specificity: parameters.size - (name.split('*').length - 1) }
}

function understand(name: string, parameters: ReadonlyMap<string, string>): Accepted {
  const plain = plainTypes.get(name)
  if (plain !== undefined) return plain
  const areNullsStripped = parameters.get('nulls') === 'stripped'
  switch (name) {
    case 'application/vnd.pgrst.object':
    case 'application/vnd.pgrst.object+json':
      return { kind: 'object', areNullsStripped }
    case 'application/vnd.pgrst.array':
    case 'application/vnd.pgrst.array+json':
      return { kind: 'array', areNullsStripped }
    case 'application/vnd.pgrst.plan':
    case 'application/vnd.pgrst.plan+text':
      return readPlan('text', parameters)
    case 'application/vnd.pgrst.plan+json':
      return readPlan('json', parameters)
    default:
      return { kind: 'other', mediaType: name }
  }
}

function readPlan(format: 'json' | 'text', parameters: ReadonlyMap<string, string>): Accepted {
  const [of = json[0]] = readAccept(parameters.get('for') ?? 'application/json')
  const options = new Set((parameters.get('options') ?? '').split('|').filter((option) => planOptions.has(option)))
  // a plan can't describe another plan
  return { kind: 'plan', format, of: of === undefined || of.kind === 'plan' ? { kind: 'json' } : of, options: [...options] as PlanOption[] }
}

function splitOutsideQuotes(text: string, separator: string): readonly string[] {
  if (!text.includes('"')) return text.split(separator)
  const parts: string[] = []
  let from = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '\\' && isQuoted) at += 1
    else if (character === '"') isQuoted = !isQuoted
    else if (character === separator && !isQuoted) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, text.slice(from)]
}

function unquote(value: string): string {
  return value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1).replaceAll('\\"', '"') : value
}
