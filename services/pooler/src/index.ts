export * from './config.ts'
export * from './pooler.ts'
export type { Address, PooledProject, PoolerClient, Projects } from './projects/projects.ts'
export type { ProjectStatistics } from './projects/statistics.ts'
