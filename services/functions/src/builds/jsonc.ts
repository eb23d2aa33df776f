/**
 * Reads JSON with comments and trailing commas, as Deno's configuration files have them, in one pass.
 *
 * @throws SyntaxError
 */
export function parseJsonc(text: string): unknown {
  const kept: string[] = []
  /** Where a comma is that may be the last one of its list. */
  let comma = -1
  let at = text.startsWith('\uFEFF') ? 1 : 0
  while (at < text.length) {
    const two = text.slice(at, at + 2)
    if (two === '//') at = endOf(text, '\n', at)
    else if (two === '/*') at = endOf(text, '*/', at + 2) + 2
    else if (text[at] === '"') {
      const end = endOfText(text, at)
      kept.push(text.slice(at, end))
      comma = -1
      at = end
    } else {
      const character = text[at]!
      if ((character === '}' || character === ']') && comma >= 0) kept[comma] = ' '
      if (character === ',') comma = kept.length
      else if (!/\s/.test(character)) comma = -1
      kept.push(character)
      at += 1
    }
  }
  return JSON.parse(kept.join(''))
}

function endOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  return found === -1 ? text.length : found
}

function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at + 1
  }
  return text.length
}
