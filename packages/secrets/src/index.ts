export * from './secrets.ts'
