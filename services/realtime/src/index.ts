export type { RealtimeContext } from './context.ts'
export { createRealtimeService, type RealtimeService } from './service.ts'
