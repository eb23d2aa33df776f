/** A JSON value with its texts as they were written: no digit, escape or doubled key is lost. */
export type JsonNode =
  | { readonly kind: 'object'; readonly entries: readonly (readonly [key: string, value: JsonNode])[] }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  /** A string with its quotes, a number, true, false or null. Keys of objects have their quotes too. */
  | { readonly kind: 'scalar'; readonly raw: string }

const token = /[ \t\n\r]*("(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+)/sy

/** @throws Error (SyntaxError) with the browser's words when it is no JSON; RangeError when it is too deep */
export function parseJson(text: string): JsonNode {
  // what is JSON, and where it stops being it, is the browser's to say
  JSON.parse(text)
  token.lastIndex = 0
  return readNode(() => token.exec(text)?.[1] ?? '')
}

function readNode(next: () => string, first = next()): JsonNode {
  if (first === '{') {
    const entries: (readonly [string, JsonNode])[] = []
    for (let key = next(); key !== '}'; key = next()) {
      if (key === ',') continue
      next()
      entries.push([key, readNode(next)])
    }
    return { kind: 'object', entries }
  }
  if (first !== '[') return { kind: 'scalar', raw: first }
  const items: JsonNode[] = []
  for (let item = next(); item !== ']'; item = next()) if (item !== ',') items.push(readNode(next, item))
  return { kind: 'array', items }
}

/** Writes a value, indented by two spaces a level, or in one line when `isCompact`. */
export function printJson(node: JsonNode, isCompact = false, indent = ''): string {
  if (node.kind === 'scalar') return node.raw
  const deeper = `${indent}  `
  const parts =
    node.kind === 'array'
      ? node.items.map((item) => printJson(item, isCompact, deeper))
      : node.entries.map(([key, value]) => `${key}: ${printJson(value, isCompact, deeper)}`)
  const [opening, closing] = node.kind === 'array' ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return `${opening}${closing}`
  return isCompact ? `${opening}${parts.join(', ')}${closing}` : `${opening}\n${deeper}${parts.join(`,\n${deeper}`)}\n${indent}${closing}`
}

/** A document indented; as it is when it is none, or too deep. */
export function formatJson(text: string): string {
  try {
    return printJson(parseJson(text))
  } catch {
    return text
  }
}
