import { comparisons, type Comparison } from './comparisons.ts'
import type { FilterParam } from './filter-param.ts'

/** The pattern that finds a text at its place, whatever signs it holds. */
export function patternOf(text: string, place: NonNullable<Comparison['pattern']>): string {
  const escaped = text.replaceAll(/[\\%_]/g, String.raw`\$&`)
  return `${place === 'start' ? '' : '%'}${escaped}${place === 'end' ? '' : '%'}`
}

const plain = /^(%?)((?:[^\\%_]|\\[\\%_])+)(%?)$/s

/** How a condition is shown: an operator, or the convenience that its pattern is. */
export function comparisonOf([, operator, value]: FilterParam): { readonly comparison: Comparison | null; readonly value: FilterParam[2] } {
  const [, before, text, after] = operator === '~~*' && typeof value === 'string' ? (plain.exec(value) ?? []) : []
  if (text !== undefined && (before !== '' || after !== '')) {
    const place = before === '' ? 'start' : after === '' ? 'end' : 'anywhere'
    const comparison = comparisons.find((found) => found.pattern === place)!
    return { comparison, value: text.replaceAll(/\\([\\%_])/g, '$1') }
  }
  return { comparison: comparisons.find((found) => found.id === operator) ?? null, value }
}
