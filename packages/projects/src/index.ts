export * from './directory.ts'
export * from './service.ts'
