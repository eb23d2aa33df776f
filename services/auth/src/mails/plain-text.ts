/** Elements whose text nobody reads. */
const unread = new Set(['style', 'script', 'head', 'title'])

/** Elements that stand on lines of their own; those with two have an empty line before and after. */
const breaks: Readonly<Record<string, number>> = {
  p: 2,
  h1: 2,
  h2: 2,
  h3: 2,
  h4: 2,
  h5: 2,
  h6: 2,
  ul: 2,
  ol: 2,
  table: 2,
  blockquote: 2,
  pre: 2,
  div: 1,
  li: 1,
  tr: 1,
  br: 1,
  hr: 1,
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  mdash: '—',
  ndash: '–',
  hellip: '…',
}

/** Returns an HTML mail as text: its words in lines, and the address behind each link. */
export function plainTextOf(html: string): string {
  const output: string[] = []
  /** Names of elements whose text is left out, from the outside in. */
  let hidden: string | null = null
  let link: { readonly href: string; readonly from: number } | null = null
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    const text = html.slice(at, open === -1 ? html.length : open)
    if (hidden === null && text !== '') output.push(decode(text).replaceAll(/\s+/g, ' '))
    if (open === -1) break
    if (!/[a-z/!?]/i.test(html[open + 1] ?? '')) {
      if (hidden === null) output.push('<')
      at = open + 1
      continue
    }
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open)
      at = end === -1 ? html.length : end + 3
      continue
    }
    const end = endOfTag(html, open)
    const { name, isEnd, source } = tagOf(html.slice(open + 1, end))
    at = end + 1
    if (hidden !== null) {
      if (isEnd && name === hidden) hidden = null
      continue
    }
    if (unread.has(name) && !isEnd) hidden = name
    else if (name === 'a' && !isEnd) link = { href: hrefOf(source), from: output.length }
    else if (name === 'a' && link !== null) {
      const label = output.splice(link.from).join('').trim()
      output.push(label === '' || label === link.href || link.href === '' ? label || link.href : `${label}: ${link.href}`)
      link = null
    } else if (Object.hasOwn(breaks, name)) output.push('\n'.repeat(breaks[name]!))
  }
  return output
    .join('')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** Where a tag ends; values in quotes may hold its sign. */
function endOfTag(html: string, open: number): number {
  let quote = ''
  for (let at = open + 1; at < html.length; at++) {
    const character = html[at]!
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === '>') return at
  }
  return html.length
}

function tagOf(source: string): { readonly name: string; readonly isEnd: boolean; readonly source: string } {
  const isEnd = source.startsWith('/')
  const name = /^[a-z][a-z0-9]*/i.exec(isEnd ? source.slice(1) : source)?.[0] ?? ''
  return { name: name.toLowerCase(), isEnd, source }
}

function hrefOf(source: string): string {
  const found = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(source)
  return decode(found?.[1] ?? found?.[2] ?? found?.[3] ?? '').trim()
}

function decode(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
    return code > 0x10_ff_ff || code === 0 ? whole : String.fromCodePoint(code)
  })
}
