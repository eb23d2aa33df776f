/** A text as a browser's field of several lines has it: each line ends with a line feed. */
export function lineFeeds(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
}

/**
 * What a text is once such a field has changed it to `typed`: the lines that were not touched end as they did before, new ones as the
 * first line does. Otherwise one letter that is typed would change every line of a text with CRLF.
 */
export function keepLineEnds(before: string, typed: string): string {
  const [mark] = /\r\n?|\n/.exec(before) ?? ['\n']
  if (!before.includes('\r')) return typed
  const shown = lineFeeds(before)
  const shorter = Math.min(shown.length, typed.length)
  let start = 0
  while (start < shorter && shown[start] === typed[start]) start++
  let end = 0
  while (end < shorter - start && shown[shown.length - 1 - end] === typed[typed.length - 1 - end]) end++
  const changed = typed.slice(start, typed.length - end).replaceAll('\n', mark)
  return before.slice(0, placeIn(before, start)) + changed + before.slice(placeIn(before, shown.length - end))
}

/** Where so many characters end, CRLF counted as one. */
function placeIn(text: string, characters: number): number {
  let place = 0
  for (let counted = 0; counted < characters; counted++) place += text[place] === '\r' && text[place + 1] === '\n' ? 2 : 1
  return place
}
