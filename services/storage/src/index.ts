export type { StorageContext } from './context.ts'
export * from './renders/images.ts'
export { createStorageService, type StorageService } from './service.ts'
