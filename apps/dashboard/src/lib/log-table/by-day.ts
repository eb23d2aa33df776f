/** Groups entries by the reader's day on which they were written; days and entries keep their order. */
export function byDay<Entry>(entries: readonly Entry[], timeOf: (entry: Entry) => string): [day: string, entries: Entry[]][] {
  return [...Map.groupBy(entries, (entry) => new Date(timeOf(entry)).toLocaleDateString(undefined, { dateStyle: 'full' }))]
}
