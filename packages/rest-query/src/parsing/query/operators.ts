import type { Comparison, FullTextSearch } from '../../request.ts'

/** An operator and its forms. Only some take `(any)` and `(all)`; patterns accept `*` for `%`. */
export type Operator =
  | { readonly kind: 'comparison'; readonly operator: Comparison; readonly isQuantifiable: boolean; readonly isPattern: boolean }
  | { readonly kind: 'search'; readonly operator: FullTextSearch }
  | { readonly kind: 'in' | 'is' | 'isdistinct' }

const plain: readonly Comparison[] = ['neq', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj']
const quantifiable: readonly Comparison[] = ['eq', 'gt', 'gte', 'lt', 'lte', 'match', 'imatch']
const patterns: readonly Comparison[] = ['like', 'ilike']
const searches: readonly FullTextSearch[] = ['fts', 'plfts', 'phfts', 'wfts']
const others = ['in', 'is', 'isdistinct'] as const

export const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ...plain.map((operator) => [operator, { kind: 'comparison', operator, isQuantifiable: false, isPattern: false }] as const),
  ...quantifiable.map((operator) => [operator, { kind: 'comparison', operator, isQuantifiable: true, isPattern: false }] as const),
  ...patterns.map((operator) => [operator, { kind: 'comparison', operator, isQuantifiable: true, isPattern: true }] as const),
  ...searches.map((operator) => [operator, { kind: 'search', operator }] as const),
  ...others.map((kind) => [kind, { kind }] as const),
])

export const isValues = ['null', 'not_null', 'true', 'false', 'unknown'] as const
