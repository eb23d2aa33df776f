import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests that start real Postgres clusters; each file has clusters, folders and ports of its own. */
const realClusters = ['packages/clusters/**/*.test.ts', 'services/**/*.test.ts', '**/*.cluster.test.ts']
const everywhere = ['**/node_modules/**', '**/dist/**']

/** Files that take longest, longest first: begun last, one of them would run on alone. The others follow as vitest has them, larger files first. */
const long = [
  'gallery.page',
  'page-kit.page',
  'appearance.page',
  'embedded/promotions/promotions.test',
  'pitr/pitr.test',
  'upgrades/upgrade.test',
  'backups/archive.test',
  'merges/routes.test',
  'upgrades/routes.test',
  'replicas/promotions/promotions.test',
  'offsite/routes.test',
  'embedded/failpoints.test',
  'copies/backups/routes.test',
  'disk/routes.test',
  'src/access.test',
  'addons/routes.test',
  'upgrades/upgrading.test',
  'identity-providers/routes.test',
  'names/names.test',
  'replicas/replicas.test',
  'types/types.cluster.test',
  'backups/backups.test',
  'lints/routes.test',
  'constraints/constraints.cluster.test',
  'transaction/transactions.test',
  'supervision.test',
  'project-health/routes.test',
  'branches/branches.test',
  'queries/routes.test',
  'sleeps/routes.test',
  'permission-matrix.test',
]

/** At least two, because one can work while the other waits for a server; at most eight, because all share the control planes' server. */
const maxWorkers = Math.min(8, Math.max(2, availableParallelism()))
/** Tests of clusters wait for servers much of the time: for recovery, archiving and locks. */
const waitingWorkers = maxWorkers + 1

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
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'http',
          include: realClusters,
          globalSetup: 'packages/testing/src/control-database/server.ts',
          exclude: everywhere,
          provide: { allVersions: process.env['COLONNADE_TEST_ALL_VERSIONS'] === 'yes' },
          testTimeout: 120_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
          maxWorkers: waitingWorkers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          sequence: { groupOrder: 3 },
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: 'e2e/recovery/first-home.ts',
          environment: './e2e/worker/environment.ts',
          exclude: everywhere,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // as patient as the browser's own waits: a slow machine is no fault, and what passes waits for nothing
          expect: { poll: { timeout: 30_000 } },
          maxWorkers,
        },
      },
      {
        test: {
          name: 'pages',
          sequence: { groupOrder: 2 },
          include: ['e2e/pages/**/*.page.ts'],
          environment: './e2e/worker/environment.ts',
          exclude: everywhere,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
          maxWorkers,
        },
      },
    ],
  },
})
