/** What a text lacks so that another statement can follow: nothing where its last one is ended, or there is none. */
export function missingEnd(text: string): '' | ';' | '\n;' {
  const lines = text.trimEnd().split('\n')
  const last = lines.findLast((line) => !/^\s*(?:--.*)?$/.test(line)) ?? ';'
  if (last.trimEnd().endsWith(';')) return ''
  // behind a comment a semicolon would be part of it
  return lines.at(-1)!.includes('--') ? '\n;' : ';'
}
