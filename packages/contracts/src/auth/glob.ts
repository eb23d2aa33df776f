/** Why a pattern isn't well-formed, and where: from 0. */
export interface GlobProblem {
  readonly message: string
  readonly position: number
}

export interface Glob {
  /** Takes time in proportion to the length of the text times that of the pattern. */
  readonly matches: (text: string) => boolean
}

/** Longest pattern, in characters. */
export const globMost = 500
const nestingMost = 5

/** Characters that `*` and `?` don't match. */
const separators = './'

type Test = (character: string) => boolean

type Node =
  | { readonly kind: 'one'; readonly test: Test }
  /** Any number of characters. */
  | { readonly kind: 'many'; readonly test: Test }
  | { readonly kind: 'either'; readonly choices: readonly (readonly Node[])[] }

const anything: Test = () => true
const inSegment: Test = (character) => !separators.includes(character)
const inHost: Test = (character) => !'/?#@'.includes(character)

/** Returns why a pattern isn't well-formed; null if it is. */
export function findGlobProblem(pattern: string): GlobProblem | null {
  const parsed = parseGlob(pattern)
  return 'message' in parsed ? parsed : null
}

/**
 * Prepares a pattern: `*` matches any characters but `.` and `/`, `**` any, `?` one but `.` and `/`, `[a-z]` and `[!a-z]` one of a class or none of
 * it, `{a,b}` either, and `\` takes away the meaning of what follows. null for a pattern that isn't well-formed.
 *
 * @param observe is called for each state that meets a character: for tests
 */
export function compileGlob(pattern: string, observe?: () => void): Glob | null {
  const parsed = parseGlob(pattern)
  if ('message' in parsed) return null
  const { steps, start, end } = assemble(parsed)
  return { matches: (text) => run(steps, start, end, text, observe) }
}

function parseGlob(pattern: string): readonly Node[] | GlobProblem {
  if (pattern.length > globMost) return { message: `Use at most ${globMost} characters`, position: globMost }
  const parser = { pattern, position: 0, hostEnd: findHostEnd(pattern) }
  const nodes = parseNodes(parser, 0)
  if ('message' in nodes) return nodes
  return parser.position < pattern.length ? { message: 'There is no { before this }', position: parser.position } : nodes
}

/** Where the host that a pattern of URLs names is over; 0 for other patterns. */
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

/** Reads up to the end, or in braces up to `,` or `}`. */
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
      // **.example.com is a host, and must not be found in the path of another one
      const isHost = start < parser.hostEnd && parser.position < pattern.length
      nodes.push({ kind: 'many', test: isDouble ? (isHost ? inHost : anything) : inSegment })
    } else if (character === '?') nodes.push({ kind: 'one', test: inSegment })
    else if (character === '[' || character === '{') {
      const node = character === '[' ? parseClass(parser) : parseChoices(parser, depth + 1)
      if (node === null) return { message: character === '[' ? 'This [ has no matching ]' : 'This { has no matching }', position: start }
      if ('message' in node) return node
      nodes.push(node)
    } else if (character === '\\') {
      const escaped = pattern[parser.position]
      if (escaped === undefined) return { message: 'A \\ at the end escapes nothing', position: start }
      parser.position += 1
      nodes.push({ kind: 'one', test: (other) => other === escaped })
    } else if (character === ']') return { message: 'There is no [ before this ]', position: start }
    else nodes.push({ kind: 'one', test: (other) => other === character })
  }
  return nodes
}

function parseChoices(parser: Parser, depth: number): Node | GlobProblem | null {
  if (depth > nestingMost) return { message: `Nest braces at most ${nestingMost} deep`, position: parser.position - 1 }
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

/** A state of the automaton: where it goes with a character that passes the test, and where without one. */
interface Step {
  test: Test | null
  next: number
  free: readonly number[]
}

interface Automaton {
  readonly steps: readonly Step[]
  readonly start: number
  readonly end: number
}

/** Makes an automaton without going back (Thompson): its size is that of the pattern. */
function assemble(nodes: readonly Node[]): Automaton {
  const steps: Step[] = []
  const add = (step: Partial<Step> = {}): number => steps.push({ test: null, next: -1, free: [], ...step }) - 1
  const end = add()
  const build = (sequence: readonly Node[], after: number): number =>
    sequence.reduceRight((next, node) => {
      if (node.kind === 'one') return add({ test: node.test, next })
      if (node.kind === 'either') return add({ free: node.choices.map((choice) => build(choice, next)) })
      const loop = add({ test: node.test, free: [next] })
      steps[loop]!.next = loop
      return loop
    }, after)
  return { steps, start: build(nodes, end), end }
}

/** Follows all ways at once, so that no text makes it try one after the other. */
function run(steps: readonly Step[], start: number, end: number, text: string, observe?: () => void): boolean {
  let current = reach(steps, [start])
  for (const character of units(text)) {
    const moved: number[] = []
    for (const index of current) {
      const step = steps[index]!
      observe?.()
      if (step.test?.(character)) moved.push(step.next)
    }
    if (moved.length === 0) return false
    current = reach(steps, moved)
  }
  return current.has(end)
}

function* units(text: string): Generator<string> {
  for (let index = 0; index < text.length; index += 1) yield text[index]!
}

function reach(steps: readonly Step[], from: readonly number[]): ReadonlySet<number> {
  const reached = new Set(from)
  // a set is walked over what is added to it meanwhile
  for (const index of reached) for (const next of steps[index]!.free) reached.add(next)
  return reached
}
