export * from './attempts.ts'
export * from './limits.ts'
export * from './outbox.ts'
export * from './runs.ts'
