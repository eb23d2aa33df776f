export * from './limits.ts'
export * from './transport.ts'
