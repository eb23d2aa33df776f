import { typeNamesText } from './messages.ts'
/** A type's text in its parts: "numeric(10,2)[]" is numeric, "10,2", one dimension. */
export interface TypeParts {
  /** As Postgres's format_type() prints it without modifiers, for its own types whatever alias was written. */
  readonly name: string
  readonly modifier: string
  readonly dimensions: number
}

/** Other names of Postgres's own types (its documentation, 8.1, table 8.1). */
const aliases: Readonly<Record<string, string>> = {
  int: 'integer',
  int4: 'integer',
  int2: 'smallint',
  int8: 'bigint',
  decimal: 'numeric',
  float4: 'real',
  float8: 'double precision',
  float: 'double precision',
  bool: 'boolean',
  varchar: 'character varying',
  char: 'character',
  bpchar: 'character',
  varbit: 'bit varying',
  timestamptz: 'timestamp with time zone',
  timestamp: 'timestamp without time zone',
  timetz: 'time with time zone',
  time: 'time without time zone',
}

/** Words behind the modifier: "timestamp(3) with time zone". */
const zoned = /^(timestamp|time)\s*(?:\(([^)]*)\))?\s+(with|without)\s+time\s+zone$/i

/** Reads a type; what no rule here knows stays the name. */
export function parseType(text: string): TypeParts {
  let rest = text.trim()
  let dimensions = 0
  for (let array = /\s*\[\d*\]$/.exec(rest); array !== null; array = /\s*\[\d*\]$/.exec(rest)) {
    rest = rest.slice(0, array.index)
    dimensions += 1
  }
  const [, kind, precision = '', zone] = zoned.exec(rest) ?? []
  if (kind !== undefined) return { name: `${kind.toLowerCase()} ${zone!.toLowerCase()} time zone`, modifier: precision.trim(), dimensions }
  const modified = /^(.*?)\s*\(([^()]*)\)$/s.exec(rest)
  const name = modified === null ? rest : modified[1]!
  return { name: ownName(name), modifier: (modified?.[2] ?? '').replaceAll(/\s+/g, ''), dimensions }
}

function ownName(name: string): string {
  if (name.includes('"')) return name
  const plain = name.replace(/^pg_catalog\./i, '').replaceAll(/\s+/g, ' ')
  const lower = plain.toLowerCase()
  return aliases[lower] ?? (plain.includes('.') ? plain : lower)
}

/** The text of a type; zones go behind the modifier. */
export function typeText({ name, modifier, dimensions }: TypeParts): string {
  const brackets = '[]'.repeat(dimensions)
  if (modifier.trim() === '') return `${name}${brackets}`
  const zone = /^(timestamp|time) (with|without) time zone$/.exec(name)
  return `${zone === null ? `${name}(${modifier})` : `${zone[1]}(${modifier}) ${zone[2]} time zone`}${brackets}`
}

/** How a type's modifier is asked for; types that are not here take none. */
export const modifiers: Readonly<Record<string, { readonly label: string; readonly example: string }>> = {
  numeric: { label: typeNamesText.precisionScale, example: '10,2' },
  'character varying': { label: typeNamesText.maxCharacters, example: '255' },
  character: { label: typeNamesText.characters, example: '2' },
  bit: { label: typeNamesText.bits, example: '8' },
  'bit varying': { label: typeNamesText.maxBits, example: '8' },
  'timestamp with time zone': { label: typeNamesText.fractionalDigits, example: '3' },
  'timestamp without time zone': { label: typeNamesText.fractionalDigits, example: '3' },
  'time with time zone': { label: typeNamesText.fractionalDigits, example: '3' },
  'time without time zone': { label: typeNamesText.fractionalDigits, example: '3' },
  interval: { label: typeNamesText.fractionalDigits, example: '3' },
}

/** Types that extensions bring, by their last name, and how their modifier is asked for. */
const extensionModifiers: typeof modifiers = {
  vector: { label: typeNamesText.dimensions, example: '1536' },
  halfvec: { label: typeNamesText.dimensions, example: '1536' },
  geometry: { label: typeNamesText.shapeSrid, example: 'Point,4326' },
  geography: { label: typeNamesText.shapeSrid, example: 'Point,4326' },
}

export function modifierOf(name: string): { readonly label: string; readonly example: string } | null {
  return modifiers[name] ?? extensionModifiers[name.split('.').at(-1) ?? ''] ?? null
}

/** Postgres's own types that tables are made of, most used first (its documentation, chapter 8). */
export const builtInTypes: readonly { readonly name: string; readonly hint: string }[] = [
  { name: 'text', hint: typeNamesText.text },
  { name: 'bigint', hint: typeNamesText.int8 },
  { name: 'integer', hint: typeNamesText.int4 },
  { name: 'boolean', hint: typeNamesText.trueFalse },
  { name: 'timestamp with time zone', hint: typeNamesText.timestamptz },
  { name: 'uuid', hint: typeNamesText.uuid },
  { name: 'jsonb', hint: typeNamesText.jsonb },
  { name: 'numeric', hint: typeNamesText.numeric },
  { name: 'date', hint: typeNamesText.date },
  { name: 'character varying', hint: typeNamesText.varchar },
  { name: 'double precision', hint: typeNamesText.float8 },
  { name: 'real', hint: typeNamesText.float4 },
  { name: 'smallint', hint: typeNamesText.int2 },
  { name: 'json', hint: typeNamesText.json },
  { name: 'bytea', hint: typeNamesText.bytes },
  { name: 'time without time zone', hint: typeNamesText.time },
  { name: 'time with time zone', hint: typeNamesText.timetz },
  { name: 'timestamp without time zone', hint: typeNamesText.timestamp },
  { name: 'interval', hint: typeNamesText.interval },
  { name: 'inet', hint: typeNamesText.inet },
  { name: 'cidr', hint: typeNamesText.cidr },
  { name: 'macaddr', hint: typeNamesText.macaddr },
  { name: 'macaddr8', hint: typeNamesText.macaddr8 },
  { name: 'character', hint: typeNamesText.char },
  { name: 'bit', hint: typeNamesText.bit },
  { name: 'bit varying', hint: typeNamesText.varbit },
  { name: 'money', hint: typeNamesText.money },
  { name: 'int4range', hint: typeNamesText.int4range },
  { name: 'int8range', hint: typeNamesText.int8range },
  { name: 'numrange', hint: typeNamesText.numrange },
  { name: 'daterange', hint: typeNamesText.daterange },
  { name: 'tsrange', hint: typeNamesText.tsrange },
  { name: 'tstzrange', hint: typeNamesText.tstzrange },
  { name: 'int4multirange', hint: typeNamesText.int4multirange },
  { name: 'int8multirange', hint: typeNamesText.int8multirange },
  { name: 'nummultirange', hint: typeNamesText.nummultirange },
  { name: 'datemultirange', hint: typeNamesText.datemultirange },
  { name: 'tsmultirange', hint: typeNamesText.tsmultirange },
  { name: 'tstzmultirange', hint: typeNamesText.tstzmultirange },
  { name: 'tsvector', hint: typeNamesText.tsvector },
  { name: 'tsquery', hint: typeNamesText.tsquery },
  { name: 'xml', hint: typeNamesText.xml },
  { name: 'point', hint: typeNamesText.point },
  { name: 'line', hint: typeNamesText.line },
  { name: 'lseg', hint: typeNamesText.lseg },
  { name: 'box', hint: typeNamesText.box },
  { name: 'path', hint: typeNamesText.path },
  { name: 'polygon', hint: typeNamesText.polygon },
  { name: 'circle', hint: typeNamesText.circle },
  { name: 'oid', hint: typeNamesText.oid },
  { name: 'name', hint: typeNamesText.name },
  { name: 'pg_lsn', hint: typeNamesText.pgLsn },
  { name: '"char"', hint: typeNamesText.oneByte },
]

/** Types that identities count in (Postgres documentation, CREATE TABLE). */
export function canBeIdentity(type: string): boolean {
  const { name, dimensions } = parseType(type)
  return dimensions === 0 && (name === 'smallint' || name === 'integer' || name === 'bigint')
}
