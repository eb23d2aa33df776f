/** A position in HTML, as far as it decides how a value is escaped. */
export interface HtmlContext {
  readonly place: 'text' | 'tag_name' | 'tag' | 'attribute_name' | 'before_value' | 'value' | 'comment' | 'raw'
  /** The open tag and the current attribute, in lower case. */
  readonly tag: string
  readonly attribute: string
  /** Quote character of the attribute value; empty if unquoted. */
  readonly quote: '"' | "'" | ''
  /** The start of the attribute value. `text` rules out that a URL scheme follows. */
  readonly before: 'nothing' | 'value' | 'text'
  /** True after the `?` or `#` of a URL. */
  readonly isInQuery: boolean
}

export const startContext: HtmlContext = { place: 'text', tag: '', attribute: '', quote: '', before: 'nothing', isInQuery: false }

const urlAttributes = new Set(['href', 'src', 'action', 'formaction', 'background', 'cite', 'poster', 'longdesc', 'xlink:href'])
/** Elements with content that is not HTML. */
const rawElements = new Set(['script', 'style', 'title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext'])

/** Returns why a variable is not allowed here, or null if it is. */
export function variableProblem({ place, tag, attribute }: HtmlContext): string | null {
  if (place === 'raw') return tag === 'title' ? null : `Variables can't be used in <${tag}>`
  if (place === 'tag_name' || place === 'tag' || place === 'attribute_name') return "Variables can't be names of tags or attributes"
  if (place === 'value' || place === 'before_value') {
    if (attribute.startsWith('on') || attribute === 'style' || attribute === 'srcdoc' || attribute === 'srcset') {
      return `Variables can't be used in the attribute ${attribute}`
    }
    if (place === 'before_value') return `Put quotes around the value of ${attribute}`
  }
  return null
}

/** Returns the context after a text. */
export function endContextOf(start: HtmlContext, text: string): HtmlContext {
  let context = start
  for (let index = 0; index < text.length; index += 1) {
    const [next, length] = step(context, text, index)
    context = next
    index += length - 1
  }
  return context
}

/** Advances one step. Returns the next context and the number of characters read. */
function step(context: HtmlContext, text: string, index: number): readonly [HtmlContext, number] {
  const character = text[index]!
  switch (context.place) {
    case 'text': {
      if (text.startsWith('<!--', index)) return [{ ...startContext, place: 'comment' }, 4]
      // a value after a trailing < would become a tag name
      const isTag = character === '<' && /[a-z/!?]/i.test(text[index + 1] ?? '/')
      return [isTag ? { ...startContext, place: 'tag_name' } : context, 1]
    }
    case 'comment':
      return text.startsWith('-->', index) ? [startContext, 3] : [context, 1]
    case 'raw': {
      const isOver = character === '<' && text.slice(index + 1, index + 2 + context.tag.length).toLowerCase() === `/${context.tag}`
      return [isOver ? { ...startContext, place: 'tag_name' } : context, 1]
    }
    case 'tag_name':
      if (/[\s>]/.test(character)) return afterName(context, character)
      return [{ ...context, tag: context.tag + character.toLowerCase() }, 1]
    case 'tag':
      if (character === '>') return [closeTag(context), 1]
      return [/[\s/]/.test(character) ? context : { ...context, place: 'attribute_name', attribute: character.toLowerCase() }, 1]
    case 'attribute_name':
      if (character === '=') return [{ ...context, place: 'before_value' }, 1]
      if (character === '>') return [closeTag(context), 1]
      if (/\s/.test(character)) {
        // spaces before the equals sign are allowed
        const rest = /^\s*=/.exec(text.slice(index, index + 100))
        return rest ? [{ ...context, place: 'before_value' }, rest[0].length] : [{ ...context, place: 'tag', attribute: '' }, 1]
      }
      return [{ ...context, attribute: context.attribute + character.toLowerCase() }, 1]
    case 'before_value':
      if (/\s/.test(character)) return [context, 1]
      if (character === '>') return [closeTag(context), 1]
      if (character === '"' || character === "'") return [{ ...context, place: 'value', quote: character, before: 'nothing', isInQuery: false }, 1]
      return [readUrl({ ...context, place: 'value', quote: '', before: 'nothing', isInQuery: false }, character), 1]
    case 'value':
      if (context.quote === '' && character === '>') return [closeTag(context), 1]
      if (context.quote === '' ? /\s/.test(character) : character === context.quote) return [{ ...startContext, place: 'tag', tag: context.tag }, 1]
      return [readUrl(context, character), 1]
  }
}

function readUrl(context: HtmlContext, character: string): HtmlContext {
  const isSchemeOver = context.before === 'text' || ':/?#'.includes(character)
  return { ...context, before: isSchemeOver ? 'text' : 'value', isInQuery: context.isInQuery || character === '?' || character === '#' }
}

/** Returns the context after a value. */
export function afterValue(context: HtmlContext): HtmlContext {
  return context.before === 'nothing' ? { ...context, before: 'value' } : context
}

/** Merges the contexts of two branches; null if they need different escaping. */
export function joinContexts(one: HtmlContext, other: HtmlContext): HtmlContext | null {
  const isSame =
    one.place === other.place &&
    one.tag === other.tag &&
    one.quote === other.quote &&
    one.attribute === other.attribute &&
    one.isInQuery === other.isInQuery
  return isSame ? { ...one, before: one.before === other.before ? one.before : 'value' } : null
}

function afterName(context: HtmlContext, character: string): readonly [HtmlContext, number] {
  return character === '>' ? [closeTag(context), 1] : [{ ...context, place: 'tag', attribute: '' }, 1]
}

function closeTag({ tag }: HtmlContext): HtmlContext {
  return rawElements.has(tag) ? { ...startContext, place: 'raw', tag } : startContext
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;', '`': '&#96;' }

/** Escapes a value for its context. null stands for plain text, where a line break could start a mail header. */
export function escapeFor(value: string, context: HtmlContext | null): string {
  // oxlint-disable-next-line no-control-regex -- this removes control characters
  if (context === null) return value.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ')
  const isUrl = context.place === 'value' && urlAttributes.has(context.attribute)
  const text = isUrl ? urlText(value, context) : value
  const escaped = text.replace(/[&<>"'`]/g, (character) => entities[character]!)
  return context.place === 'value' && context.quote === '' ? escaped.replace(/[\s=]/g, (character) => `&#${character.codePointAt(0)};`) : escaped
}

/** Prevents a value from ending the query, and from starting the URL with a scheme that runs code. */
function urlText(value: string, { isInQuery, before }: HtmlContext): string {
  if (isInQuery)
    return encodeURIComponent(value.toWellFormed()).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
  if (before === 'text') return value
  if (before === 'value') return value.replaceAll(':', '%3A')
  // browsers ignore these before and inside a scheme
  // oxlint-disable-next-line no-control-regex -- this matches control characters
  const scheme = value.replace(/[\u0000-\u0020\u007f]/g, '').toLowerCase()
  return /^(?:javascript|data|vbscript):/.test(scheme) ? '#' : value
}
