export * from './config.ts'
export * from './pooler.ts'
export type { Address, PooledProject, Projects } from './projects/projects.ts'
export type { ProjectStatistics } from './projects/statistics.ts'
