export * from './durable-files.ts'
export * from './object-storage.ts'
