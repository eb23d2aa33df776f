/** How code is highlighted. */
export type Language = 'c-like' | 'env' | 'hash' | 'markup' | 'plain'

export type TokenKind = 'plain' | 'comment' | 'text' | 'word' | 'name' | 'placeholder'

export interface Token {
  readonly kind: TokenKind
  readonly text: string
}

const words =
  'abstract as async await break case catch class const continue def default defer do else export extends false final finally for from fun func function if implements import in include interface internal is let model namespace new nil null object of override package private protected public readonly return self static struct super switch this throw throws true try type typeof using val var void when while with yield echo some enum generator datasource'
const word = `(?<![\\w$.'-])(?:${words.replaceAll(' ', '|')})(?![\\w$'-])`
const quoted = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|` + '`(?:\\\\.|[^`\\\\])*`'

/** What begins with what, for each way of colouring. Enough to read by; not a parser. */
const rules: Readonly<Record<Language, RegExp | null>> = {
  'c-like': new RegExp(`(?<comment>//[^\\n]*|/\\*[\\s\\S]*?\\*/)|(?<text>${quoted})|(?<name></?[A-Za-z][\\w.]*(?=[\\s/>]))|(?<word>${word})`, 'g'),
  env: /(?<comment>^#[^\n]*)|(?<name>^[A-Z][A-Z0-9_]*(?==))/gm,
  hash: new RegExp(`(?<comment>(?<=^|\\s)#[^\\n]*)|(?<text>${quoted})|(?<word>${word})`, 'gm'),
  markup: new RegExp(`(?<comment><!--[\\s\\S]*?-->)|(?<text>${quoted})|(?<name></?[A-Za-z?][\\w.-]*|\\{[#/:@][a-z]+)|(?<word>${word})`, 'g'),
  plain: null,
}

const placeholder = /(\[YOUR-[A-Z-]+\])/

/** A text in pieces that together are that text again. */
export function highlight(text: string, language: Language): readonly Token[] {
  return tokenize(text, rules[language]).flatMap((token) =>
    token.text
      .split(placeholder)
      .filter((part) => part !== '')
      .map((part) => ({ kind: placeholder.test(part) ? 'placeholder' : token.kind, text: part })),
  )
}

function tokenize(text: string, rule: RegExp | null): Token[] {
  if (rule === null) return [{ kind: 'plain', text }]
  const tokens: Token[] = []
  let end = 0
  for (const match of text.matchAll(rule)) {
    const kind = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined)?.[0] as TokenKind
    tokens.push({ kind: 'plain', text: text.slice(end, match.index) }, { kind, text: match[0] })
    end = match.index + match[0].length
  }
  return [...tokens, { kind: 'plain', text: text.slice(end) }]
}
