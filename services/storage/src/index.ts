export type { StorageContext } from './context.ts'
export { createStorageService, type StorageService } from './service.ts'
