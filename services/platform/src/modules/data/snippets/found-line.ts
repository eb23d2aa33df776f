/** Characters of a line that are shown at most. */
const lineMax = 160
/** Characters of it before what was found. */
const leadMax = 40

/** The line of an excerpt that holds the text, cut around it; null when none does. Lower and upper case are the same. */
export function foundLine(excerpt: string | null, search: string | undefined): string | null {
  if (excerpt === null || search === undefined || search === '') return null
  const wanted = search.toLowerCase()
  const line = excerpt.split(/\r?\n/).find((each) => each.toLowerCase().includes(wanted))
  if (line === undefined) return null
  const text = line.trim()
  const at = Math.max(0, text.toLowerCase().indexOf(wanted))
  const from = at > leadMax ? at - leadMax : 0
  const cut = text.slice(from, from + lineMax).toWellFormed()
  return `${from > 0 ? '…' : ''}${cut}${from + lineMax < text.length ? '…' : ''}`
}
