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
  numeric: { label: 'Precision, scale', example: '10,2' },
  'character varying': { label: 'Most characters', example: '255' },
  character: { label: 'Characters', example: '2' },
  bit: { label: 'Bits', example: '8' },
  'bit varying': { label: 'Most bits', example: '8' },
  'timestamp with time zone': { label: 'Digits of seconds', example: '3' },
  'timestamp without time zone': { label: 'Digits of seconds', example: '3' },
  'time with time zone': { label: 'Digits of seconds', example: '3' },
  'time without time zone': { label: 'Digits of seconds', example: '3' },
  interval: { label: 'Digits of seconds', example: '3' },
}

/** Types that extensions bring, by their last name, and how their modifier is asked for. */
const extensionModifiers: typeof modifiers = {
  vector: { label: 'Dimensions', example: '1536' },
  halfvec: { label: 'Dimensions', example: '1536' },
  geometry: { label: 'Shape, SRID', example: 'Point,4326' },
  geography: { label: 'Shape, SRID', example: 'Point,4326' },
}

export function modifierOf(name: string): { readonly label: string; readonly example: string } | null {
  return modifiers[name] ?? extensionModifiers[name.split('.').at(-1) ?? ''] ?? null
}

/** Postgres's own types that tables are made of, most used first (its documentation, chapter 8). */
export const builtInTypes: readonly { readonly name: string; readonly hint: string }[] = [
  { name: 'text', hint: 'text of any length' },
  { name: 'bigint', hint: 'int8, whole numbers to ±9.2 × 10¹⁸' },
  { name: 'integer', hint: 'int4, whole numbers to ±2.1 × 10⁹' },
  { name: 'boolean', hint: 'true or false' },
  { name: 'timestamp with time zone', hint: 'timestamptz, a moment' },
  { name: 'uuid', hint: 'an id of 128 bits' },
  { name: 'jsonb', hint: 'JSON, made for searching' },
  { name: 'numeric', hint: 'decimal, exact numbers of any size' },
  { name: 'date', hint: 'a day' },
  { name: 'character varying', hint: 'varchar, text up to a length' },
  { name: 'double precision', hint: 'float8, numbers of 15 digits' },
  { name: 'real', hint: 'float4, numbers of 6 digits' },
  { name: 'smallint', hint: 'int2, whole numbers to ±32,767' },
  { name: 'json', hint: 'JSON, kept as it was written' },
  { name: 'bytea', hint: 'bytes' },
  { name: 'time without time zone', hint: 'a time of day' },
  { name: 'time with time zone', hint: 'timetz' },
  { name: 'timestamp without time zone', hint: 'a date and a time of nowhere' },
  { name: 'interval', hint: 'a span of time' },
  { name: 'inet', hint: 'an address, or a network' },
  { name: 'cidr', hint: 'a network' },
  { name: 'macaddr', hint: 'an address of a network card' },
  { name: 'macaddr8', hint: 'the same, of 8 bytes' },
  { name: 'character', hint: 'char, text of one length' },
  { name: 'bit', hint: 'bits of one length' },
  { name: 'bit varying', hint: 'varbit' },
  { name: 'money', hint: 'an amount, in the currency of the server' },
  { name: 'int4range', hint: 'a range of integers' },
  { name: 'int8range', hint: 'a range of bigints' },
  { name: 'numrange', hint: 'a range of numbers' },
  { name: 'daterange', hint: 'a range of days' },
  { name: 'tsrange', hint: 'a range of timestamps' },
  { name: 'tstzrange', hint: 'a range of moments' },
  { name: 'int4multirange', hint: 'ranges of integers' },
  { name: 'int8multirange', hint: 'ranges of bigints' },
  { name: 'nummultirange', hint: 'ranges of numbers' },
  { name: 'datemultirange', hint: 'ranges of days' },
  { name: 'tsmultirange', hint: 'ranges of timestamps' },
  { name: 'tstzmultirange', hint: 'ranges of moments' },
  { name: 'tsvector', hint: 'a text to search in' },
  { name: 'tsquery', hint: 'what to search for' },
  { name: 'xml', hint: 'XML' },
  { name: 'point', hint: 'a place on a plane' },
  { name: 'line', hint: 'a line without ends' },
  { name: 'lseg', hint: 'a line from here to there' },
  { name: 'box', hint: 'a rectangle' },
  { name: 'path', hint: 'points one after another' },
  { name: 'polygon', hint: 'an area' },
  { name: 'circle', hint: 'a circle' },
  { name: 'oid', hint: 'an id of the catalogs' },
  { name: 'name', hint: 'a name of the catalogs' },
  { name: 'pg_lsn', hint: 'a position in the log' },
  { name: '"char"', hint: 'one byte' },
]

/** Types that identities count in (Postgres documentation, CREATE TABLE). */
export function canBeIdentity(type: string): boolean {
  const { name, dimensions } = parseType(type)
  return dimensions === 0 && (name === 'smallint' || name === 'integer' || name === 'bigint')
}
