import type { StringStream } from '@codemirror/language'

export type ScriptKind = 'typescript' | 'json'

/** What is known of the text before a place: enough to read on from any line. */
export interface ScriptState {
  readonly kind: ScriptKind
  inside: 'code' | 'comment' | 'template'
  /** Open brackets. */
  nesting: number
  /** The nesting at which each open `${` of a template ends. */
  templates: number[]
  /** Whether a slash begins a regular expression here, as it does where a value is expected. */
  expectsValue: boolean
}

export const startScript = (kind: ScriptKind): ScriptState => ({ kind, inside: 'code', nesting: 0, templates: [], expectsValue: true })

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const keywords = words(
  'abstract as async await break case catch class const continue debugger declare default delete do else enum export extends finally for from function get if implements import in infer instanceof interface is keyof let namespace new of out override private protected public readonly return satisfies set static super switch this throw try type typeof unique using var while with yield',
)
const types = words('any bigint boolean never number object string symbol unknown void')
const constants: Readonly<Record<string, string>> = {
  true: 'bool',
  false: 'bool',
  null: 'null',
  undefined: 'null',
  NaN: 'number',
  Infinity: 'number',
}

const number = /^(?:0[xob][\da-f_]+n?|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:e[+-]?\d+)?n?)/i
const regularExpression = /^\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/

/** Reads a token and returns its style; null if it has none. It's only for colors, so it also accepts invalid code. */
export function readScript(stream: StringStream, state: ScriptState): string | null {
  if (state.inside === 'comment') return readComment(stream, state)
  if (state.inside === 'template') return readTemplate(stream, state)
  if (stream.eatSpace()) return null
  if (stream.match('//')) {
    stream.skipToEnd()
    return 'comment'
  }
  if (stream.match('/*')) return readComment(stream, state)
  const next = stream.peek()
  if (next === '"' || next === "'") return readString(stream, state, next)
  if (next === '`') {
    stream.next()
    return readTemplate(stream, state)
  }
  const { expectsValue } = state
  state.expectsValue = false
  if (stream.match(number)) return 'number'
  if (expectsValue && stream.match(regularExpression)) return 'string'
  const word = stream.match(/^[\w$]+/)
  return Array.isArray(word) ? readWord(word[0], state) : readSign(stream, state)
}

function readComment(stream: StringStream, state: ScriptState): string {
  const ends = stream.skipTo('*/')
  if (ends === true) stream.match('*/')
  else stream.skipToEnd()
  state.inside = ends === true ? 'code' : 'comment'
  return 'comment'
}

function readString(stream: StringStream, state: ScriptState, quote: string): string {
  stream.match(quote === '"' ? /^"(?:[^"\\]|\\.)*(?:"|\\?$)/ : /^'(?:[^'\\]|\\.)*(?:'|\\?$)/)
  state.expectsValue = false
  return state.kind === 'json' && stream.match(/^\s*:/, false) !== null ? 'propertyName' : 'string'
}

/** Reads on to the end of a template, or to the next `${`. */
function readTemplate(stream: StringStream, state: ScriptState): string {
  state.inside = 'template'
  stream.match(/^(?:[^\\`$]|\\.|\$(?!\{)|\\$)*/)
  if (stream.match('`')) {
    state.inside = 'code'
    state.expectsValue = false
  } else if (stream.match('${')) {
    state.templates.push(state.nesting)
    state.inside = 'code'
    state.nesting += 1
    state.expectsValue = true
  }
  return 'string'
}

function readWord(word: string, state: ScriptState): string {
  const constant = constants[word]
  if (constant !== undefined) return constant
  if (keywords.has(word)) {
    state.expectsValue = word !== 'this' && word !== 'super'
    return 'keyword'
  }
  return types.has(word) || /^[A-Z]/.test(word) ? 'typeName' : 'variableName'
}

function readSign(stream: StringStream, state: ScriptState): string | null {
  const sign = stream.next()
  if (sign === '(' || sign === '[' || sign === '{') state.nesting += 1
  if (sign === ')' || sign === ']' || sign === '}') {
    state.nesting = Math.max(0, state.nesting - 1)
    if (sign === '}' && state.templates.at(-1) === state.nesting) {
      state.templates.pop()
      state.inside = 'template'
      return 'string'
    }
    return null
  }
  state.expectsValue = true
  return null
}
