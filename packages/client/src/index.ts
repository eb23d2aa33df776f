export * from './client.ts'
export * from './event-stream.ts'
