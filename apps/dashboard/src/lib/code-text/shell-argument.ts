/** Quotes one argument of a command line for POSIX shells, if it needs that. */
export function shellArgument(text: string): string {
  return /^[\w.,:/@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
