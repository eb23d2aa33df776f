import type { TemplateField } from './setting-field.ts'
import { afterValue, endContextOf, escapeFor, type HtmlContext, joinContexts, startContext, variableProblem } from './mail-templates/html-context.ts'
import { type Condition, type Segment, splitTemplate } from './mail-templates/template-syntax.ts'

/** An error in a template and its position, counted from 1. */
export interface TemplateProblem {
  readonly message: string
  readonly line: number
  readonly column: number
}

type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly path: readonly string[]; readonly context: HtmlContext | null }
  | { readonly kind: 'if'; readonly branches: readonly { readonly condition: Condition | null; readonly nodes: readonly Node[] }[] }

export interface MailTemplate {
  readonly nodes: readonly Node[]
}

export interface TemplateRules {
  /** `html` escapes values for their context; `text` only removes line breaks. */
  readonly form: TemplateField['form']
  /** Allowed variable names, without the dot. */
  readonly variables: readonly string[]
}

/** Values by variable name. `Data` can be an object. A missing value is empty. */
export type TemplateValues = Readonly<Record<string, unknown>>

/** Most parts of a template: values, conditions and the text between them. */
const partsMost = 2_000
const nestingMost = 20
/** Maximum length of the result in characters. A value that would exceed it is omitted. */
export const renderedMost = 262_144

class Refusal extends Error {
  readonly position: number

  constructor(message: string, position: number) {
    super(message)
    this.position = position
  }
}

/**
 * Parses a template in the subset of Go's syntax that mails need: `{{ .Name }}`, `{{ .Data.plan }}`, `{{ if .Name }}…{{ else if eq .Data.plan "pro" }}…{{ else }}…
 * {{ end }}`, comments, and `{{-` or `-}}`, which trim adjacent spaces. Templates can't run code.
 */
export function parseTemplate(source: string, rules: TemplateRules): MailTemplate | TemplateProblem {
  try {
    const segments = splitTemplate(source)
    if ('message' in segments) throw new Refusal(segments.message, segments.position)
    if (segments.length > partsMost) throw new Refusal(`Use at most ${partsMost} variables and conditions`, source.length)
    const reader = { segments, index: 0, rules }
    const { nodes, context } = readNodes(reader, startContext, 0)
    const rest = segments[reader.index]
    if (rest) throw new Refusal('This has no matching {{ if }}', rest.position)
    if (rules.form === 'html' && context.place !== 'text') throw new Refusal('A tag or comment is not closed', source.length)
    return { nodes }
  } catch (error) {
    if (error instanceof Refusal) return locate(source, error)
    throw error
  }
}

/** Returns the error of a setting that holds a template, or null. */
export function findTemplateProblem(source: string, rules: TemplateRules): string | null {
  const parsed = parseTemplate(source, rules)
  return 'message' in parsed ? `Line ${parsed.line}, column ${parsed.column}: ${parsed.message}` : null
}

/** Renders a template with values. */
export function renderTemplate({ nodes }: MailTemplate, values: TemplateValues): string {
  const output: string[] = []
  let length = 0
  const put = (text: string): void => {
    if (length + text.length > renderedMost) return
    length += text.length
    output.push(text)
  }
  const render = (list: readonly Node[]): void => {
    for (const node of list) {
      if (node.kind === 'text') put(node.text)
      else if (node.kind === 'value') put(escapeFor(textOf(valueAt(values, node.path)).slice(0, renderedMost), node.context))
      else render(node.branches.find(({ condition }) => condition === null || holds(condition, values))?.nodes ?? [])
    }
  }
  render(nodes)
  return output.join('')
}

interface Reader {
  readonly segments: readonly Segment[]
  readonly rules: TemplateRules
  index: number
}

/** Reads up to the end of the template or branch. */
function readNodes(reader: Reader, before: HtmlContext, depth: number): { nodes: Node[]; context: HtmlContext } {
  const { segments, rules } = reader
  const nodes: Node[] = []
  let context = before
  for (;;) {
    const segment = segments[reader.index]
    if (segment === undefined || segment.kind === 'else' || segment.kind === 'end') return { nodes, context }
    reader.index += 1
    if (segment.kind === 'text') {
      nodes.push(segment)
      if (rules.form === 'html') context = endContextOf(context, segment.text)
    } else if (segment.kind === 'value') {
      requireKnown(segment.path, segment.position, rules)
      const problem = rules.form === 'html' ? variableProblem(context) : null
      if (problem !== null) throw new Refusal(problem, segment.position)
      nodes.push({ kind: 'value', path: segment.path, context: rules.form === 'html' ? context : null })
      if (rules.form === 'html') context = afterValue(context)
    } else {
      if (depth >= nestingMost) throw new Refusal(`Nest conditions at most ${nestingMost} levels deep`, segment.position)
      const read = readBranches(reader, segment, context, depth + 1)
      nodes.push(read.node)
      context = read.context
    }
  }
}

function readBranches(
  reader: Reader,
  opening: Extract<Segment, { kind: 'if' }>,
  before: HtmlContext,
  depth: number,
): { node: Node; context: HtmlContext } {
  const branches: { condition: Condition | null; nodes: readonly Node[] }[] = []
  let { condition, position }: { condition: Condition | null; position: number } = opening
  let context: HtmlContext | null = null
  const join = (other: HtmlContext): void => {
    const joined = context === null ? other : joinContexts(context, other)
    if (joined === null) throw new Refusal('Both branches of this {{ if }} must end in the same tag or attribute', opening.position)
    context = joined
  }
  for (;;) {
    if (condition !== null) requireKnown(condition.path, position, reader.rules)
    const read = readNodes(reader, before, depth)
    branches.push({ condition, nodes: read.nodes })
    join(read.context)
    const next = reader.segments[reader.index]
    if (next === undefined) throw new Refusal('This {{ if }} has no {{ end }}', opening.position)
    reader.index += 1
    if (next.kind === 'end') {
      // without an else, the text can also continue from the start of the condition
      if (condition !== null) join(before)
      return { node: { kind: 'if', branches }, context: context ?? before }
    }
    if (next.kind !== 'else' || condition === null) throw new Refusal('Only {{ end }} can follow {{ else }}', next.position)
    ;({ condition, position } = next)
  }
}

function requireKnown(path: readonly string[], position: number, { variables }: TemplateRules): void {
  const [name, ...inner] = path
  const list = variables.map((each) => `.${each}`).join(' ')
  if (!variables.includes(name!)) throw new Refusal(`There is no variable .${name}. You can use ${list}`, position)
  if (inner.length > 0 && name !== 'Data') throw new Refusal(`.${name} has no fields`, position)
}

function valueAt(values: TemplateValues, path: readonly string[]): unknown {
  let value: unknown = values
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[name]
  }
  return value
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return value === undefined || value === null ? '' : JSON.stringify(value)
}

/** Returns truthiness as Go defines it: empty strings, lists and objects, zero and missing values are false. */
function isTrue(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value)
}

function holds({ test, path, texts }: Condition, values: TemplateValues): boolean {
  const value = valueAt(values, path)
  if (test === 'set') return isTrue(value)
  if (test === 'not') return !isTrue(value)
  return texts.includes(textOf(value)) === (test === 'eq')
}

function locate(source: string, { message, position }: Refusal): TemplateProblem {
  const before = source.slice(0, position).split('\n')
  return { message, line: before.length, column: before.at(-1)!.length + 1 }
}
