import { formatNumber } from '../bytes.ts'

/** What a list shows, in words that are said when it changes: "12 of 2,000 projects". */
export function countText(shown: number, all: number, noun: string, plural = `${noun}s`): string {
  const nouns = all === 1 ? noun : plural
  return shown === all ? `${formatNumber(all)} ${nouns}` : `${formatNumber(shown)} of ${formatNumber(all)} ${nouns}`
}
