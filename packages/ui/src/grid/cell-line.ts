/** Characters of a value that a cell shows; the rest is for whoever opens it. */
const shownCharacters = 300

/** A value on one line, as far as a cell shows it: line breaks are signs. */
export function cellLine(text: string): string {
  const shown = text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text
  return shown.replaceAll(/\r\n|\r|\n/g, ' ↵ ')
}

const booleanWords: Readonly<Record<string, string>> = { t: 'true', f: 'false' }

/** How a boolean of Postgres is read. */
export function booleanWord(text: string): string {
  return booleanWords[text] ?? text
}
