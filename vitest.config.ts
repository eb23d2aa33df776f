import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests that start real Postgres clusters; each file has clusters, folders and ports of its own. */
const realClusters = ['packages/clusters/**/*.test.ts', 'services/**/*.test.ts', '**/*.cluster.test.ts']
const everywhere = ['**/node_modules/**', '**/dist/**']

/** Files that take longest, longest first: begun last, one of them would run on alone. The others follow as vitest has them, larger files first. */
const long = ['navigation.e2e', 'projects.e2e', 'project-home.e2e']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = long.findIndex((name) => moduleId.endsWith(`/${name}.ts`))
      return place === -1 ? long.length : place
    }
    return (await super.sort(files)).sort((one, other) => placeOf(one) - placeOf(other))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // a process reads the code that it tests once, and not for each file: most of what short tests took. What a file opens it closes
    isolate: false,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'apps/**/*.test.tsx', 'tools/**/*.test.ts'],
          exclude: [...realClusters, ...everywhere],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'http',
          include: realClusters,
          globalSetup: 'packages/testing/src/control-database/server.ts',
          exclude: everywhere,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: 'e2e/recovery/first-home.ts',
          environment: './e2e/worker/environment.ts',
          exclude: everywhere,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // as patient as the browser's own waits: a slow machine is no fault, and what passes waits for nothing
          expect: { poll: { timeout: 30_000 } },
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'pages',
          include: ['e2e/pages/*.page.ts'],
          environment: './e2e/worker/environment.ts',
          exclude: everywhere,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
          maxWorkers: 2,
        },
      },
    ],
  },
})
