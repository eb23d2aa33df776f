/** A syntax error in a pattern and its position, counted from 0. */
export interface GlobProblem {
  readonly message: string
  readonly position: number
}

export interface Glob {
  /** Runs in O(text length × pattern length). */
  readonly matches: (text: string) => boolean
}

/** Maximum length of a pattern, in characters. */
export const globMost = 500
const nestingMost = 5

type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'one'; readonly test: (character: string) => boolean }
  /** Any number of characters, except for those in `except`. */
  | { readonly kind: 'many'; readonly except: string }
  | { readonly kind: 'either'; readonly choices: readonly (readonly Node[])[] }

/** Characters that `*` and `?` don't match. */
const separators = './'
/** Characters that end a host. */
const hostEnds = '/?#@'

/** Returns the syntax error of a pattern, or null. */
export function findGlobProblem(pattern: string): GlobProblem | null {
  const parsed = parseGlob(pattern)
  return 'message' in parsed ? parsed : null
}

/**
 * Compiles a pattern. `*` matches any characters except `.` and `/`, `**` any characters, `?` one character except `.` and `/`, `[a-z]` and
 * `[!a-z]` one character in or outside a class, `{a,b}` either alternative, and `\` escapes the next character. null for a malformed pattern.
 *
 * @param observe called for each comparison of a part with a character, for tests
 */
export function compileGlob(pattern: string, observe?: () => void): Glob | null {
  const parsed = parseGlob(pattern)
  if ('message' in parsed) return null
  return { matches: (text) => follow({ text, observe }, parsed, [0]).at(-1) === text.length }
}

function parseGlob(pattern: string): readonly Node[] | GlobProblem {
  if (pattern.length > globMost) return { message: `Use at most ${globMost} characters`, position: globMost }
  const parser = { pattern, position: 0, hostEnd: findHostEnd(pattern) }
  const nodes = parseNodes(parser, 0)
  if ('message' in nodes) return nodes
  return parser.position < pattern.length ? { message: 'This } has no matching {', position: parser.position } : nodes
}

/** Returns the end of the host in a URL pattern; 0 for other patterns. */
function findHostEnd(pattern: string): number {
  const start = pattern.indexOf('://')
  if (start < 0) return 0
  const slash = pattern.indexOf('/', start + 3)
  return slash < 0 ? pattern.length : slash
}

interface Parser {
  readonly pattern: string
  readonly hostEnd: number
  position: number
}

/** Reads up to the end, or inside braces up to `,` or `}`. */
function parseNodes(parser: Parser, depth: number): readonly Node[] | GlobProblem {
  const { pattern } = parser
  const nodes: Node[] = []
  while (parser.position < pattern.length) {
    const start = parser.position
    const character = pattern[start]!
    if (character === '}' || (character === ',' && depth > 0)) return nodes
    parser.position += 1
    if (character === '*') {
      const isDouble = pattern[parser.position] === '*'
      while (pattern[parser.position] === '*') parser.position += 1
      // **.example.com is a host and must not match the path of another host
      const isHost = start < parser.hostEnd && parser.position < pattern.length
      nodes.push({ kind: 'many', except: isDouble ? (isHost ? hostEnds : '') : separators })
    } else if (character === '?') nodes.push({ kind: 'one', test: (other) => !separators.includes(other) })
    else if (character === '[' || character === '{') {
      const node = character === '[' ? parseClass(parser) : parseChoices(parser, depth + 1)
      if (node === null) return { message: character === '[' ? 'This [ has no matching ]' : 'This { has no matching }', position: start }
      if ('message' in node) return node
      nodes.push(node)
    } else if (character === '\\') {
      const escaped = pattern[parser.position]
      if (escaped === undefined) return { message: 'Remove the \\ at the end, or write what it escapes', position: start }
      parser.position += 1
      addText(nodes, escaped)
    } else if (character === ']') return { message: 'This ] has no matching [', position: start }
    else addText(nodes, character)
  }
  return nodes
}

/** Merges adjacent text into one node. */
function addText(nodes: Node[], text: string): void {
  const last = nodes.at(-1)
  if (last?.kind === 'text') nodes[nodes.length - 1] = { kind: 'text', text: last.text + text }
  else nodes.push({ kind: 'text', text })
}

function parseChoices(parser: Parser, depth: number): Node | GlobProblem | null {
  if (depth > nestingMost) return { message: `Nest braces at most ${nestingMost} levels deep`, position: parser.position - 1 }
  const choices: (readonly Node[])[] = []
  for (;;) {
    const nodes = parseNodes(parser, depth)
    if ('message' in nodes) return nodes
    choices.push(nodes)
    const end = parser.pattern[parser.position]
    if (end === undefined) return null
    parser.position += 1
    if (end === '}') return { kind: 'either', choices }
  }
}

/** Reads `[abc]`, `[a-z]` or `[!a-z]` after its bracket. */
function parseClass(parser: Parser): Node | GlobProblem | null {
  const { pattern } = parser
  const start = parser.position - 1
  const isNegated = pattern[parser.position] === '!' || pattern[parser.position] === '^'
  if (isNegated) parser.position += 1
  const ranges: (readonly [string, string])[] = []
  for (;;) {
    const from = readMember(parser)
    if (from === null) return null
    if (from === ']' && pattern[parser.position - 2] !== '\\') break
    if (pattern[parser.position] !== '-' || pattern[parser.position + 1] === ']') {
      ranges.push([from, from])
      continue
    }
    const dash = parser.position
    parser.position += 1
    const to = readMember(parser)
    if (to === null) return null
    if (to < from) return { message: `The range ${from}-${to} is empty`, position: dash - 1 }
    ranges.push([from, to])
  }
  if (ranges.length === 0) return { message: 'There is nothing between [ and ]', position: start }
  return { kind: 'one', test: (character) => ranges.some(([from, to]) => character >= from && character <= to) !== isNegated }
}

/** Reads one character of a class; null at the end of the pattern. */
function readMember(parser: Parser): string | null {
  if (parser.pattern[parser.position] === '\\') parser.position += 1
  const character = parser.pattern[parser.position]
  parser.position += 1
  return character ?? null
}

/** Returns the end positions of a match from any of the start positions, in ascending order. */
type Places = readonly number[]

interface Run {
  readonly text: string
  readonly observe: (() => void) | undefined
}

/**
 * Follows all paths through a pattern in parallel. Each part is compared once per text position, so that no text causes backtracking.
 */
function follow(run: Run, nodes: readonly Node[], from: Places): Places {
  let places = from
  for (const node of nodes) {
    if (places.length === 0) return places
    if (node.kind === 'either') places = node.choices.map((choice) => follow(run, choice, places)).reduce(unite)
    else if (node.kind === 'many') places = spread(run, node.except, places)
    else places = stepOver(run, node, places)
  }
  return places
}

function stepOver({ text, observe }: Run, node: Extract<Node, { kind: 'text' | 'one' }>, places: Places): Places {
  const after: number[] = []
  const length = node.kind === 'text' ? node.text.length : 1
  for (const place of places) {
    observe?.()
    const isFound = node.kind === 'text' ? text.startsWith(node.text, place) : place < text.length && node.test(text[place]!)
    if (isFound) after.push(place + length)
  }
  return after
}

function spread({ text, observe }: Run, except: string, places: Places): Places {
  const after: number[] = []
  let reached = -1
  for (const place of places) {
    // an earlier start already reached this position
    if (place <= reached) continue
    after.push(place)
    reached = place
    while (reached < text.length && !except.includes(text[reached]!)) {
      observe?.()
      reached += 1
      after.push(reached)
    }
  }
  return after
}

function unite(one: Places, other: Places): Places {
  if (one.length === 0 || other.length === 0) return one.length === 0 ? other : one
  const both: number[] = []
  for (let [first, second] = [0, 0]; first < one.length || second < other.length;) {
    const place = Math.min(one[first] ?? Infinity, other[second] ?? Infinity)
    both.push(place)
    if (one[first] === place) first += 1
    if (other[second] === place) second += 1
  }
  return both
}
