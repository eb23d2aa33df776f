export * from './fragment.ts'
export * from './quote.ts'
