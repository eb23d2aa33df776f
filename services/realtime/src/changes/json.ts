/** A type, as far as it decides how a value is written in JSON. */
export interface JsonType {
  /** OID of the type; for a domain, of its base type. */
  readonly oid: number
  /** Element type of an array. */
  readonly element: number | null
}

const oids = {
  bool: 16,
  int8: 20,
  int2: 21,
  int4: 23,
  json: 114,
  float4: 700,
  float8: 701,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  numeric: 1700,
  jsonb: 3802,
}
const numbers: ReadonlySet<number> = new Set([oids.int8, oids.int2, oids.int4, oids.float4, oids.float8, oids.numeric])
const numberForm = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

/** Writes a value as `to_jsonb` does, from the text that Postgres prints for it. */
export function jsonOf(text: string | null, { oid, element }: JsonType): string {
  if (text === null) return 'null'
  return element === null ? scalarOf(text, oid) : arrayOf(text, element)
}

function scalarOf(text: string, oid: number): string {
  if (numbers.has(oid)) return numberForm.test(text) ? text : JSON.stringify(text)
  switch (oid) {
    case oids.bool:
      return text === 't' ? 'true' : 'false'
    case oids.json:
    case oids.jsonb:
      return text
    case oids.timestamp:
      return JSON.stringify(text.replace(' ', 'T'))
    case oids.timestamptz:
      return JSON.stringify(text.replace(' ', 'T').replace(/([+-]\d\d)(?= BC$|$)/, '$1:00'))
    default:
      return JSON.stringify(text)
  }
}

/** Reads an array as Postgres prints it (PostgreSQL documentation, 8.15.6). */
function arrayOf(text: string, element: number): string {
  let at = text.indexOf('{')
  const readValue = (): string => {
    if (text[at] === '{') return readArray()
    if (text[at] !== '"') {
      const end = /[,}]/g
      end.lastIndex = at
      const stop = end.exec(text)?.index ?? text.length
      const word = text.slice(at, stop)
      at = stop
      return word === 'NULL' ? 'null' : scalarOf(word, element)
    }
    let value = ''
    for (at += 1; text[at] !== '"' && at < text.length; at += 1) {
      if (text[at] === '\\') at += 1
      value += text[at]
    }
    at += 1
    return scalarOf(value, element)
  }
  const readArray = (): string => {
    const values: string[] = []
    at += 1
    while (at < text.length && text[at] !== '}') {
      values.push(readValue())
      if (text[at] === ',') at += 1
    }
    at += 1
    return `[${values.join(',')}]`
  }
  return readArray()
}
