import { defineConfig } from 'vitest/config'

/** Tests that start real Postgres clusters; each file has clusters, folders and ports of its own. */
const realClusters = ['packages/clusters/**/*.test.ts', 'services/**/*.test.ts', '**/*.cluster.test.ts']
const everywhere = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'apps/**/*.test.tsx', 'tools/**/*.test.ts'],
          exclude: [...realClusters, ...everywhere],
        },
      },
      {
        test: {
          name: 'http',
          include: realClusters,
          exclude: everywhere,
          testTimeout: 60_000,
          hookTimeout: 90_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          exclude: everywhere,
          testTimeout: 90_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
        },
      },
    ],
  },
})
