export * from './directory.ts'
export * from './known-projects.ts'
export * from './service.ts'
