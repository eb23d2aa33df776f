import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests that start real Postgres clusters; each file has clusters, folders and ports of its own. */
const realClusters = ['packages/clusters/**/*.test.ts', 'services/**/*.test.ts', '**/*.cluster.test.ts']
const everywhere = ['**/node_modules/**', '**/dist/**']

/** Files that take longest, longest first: begun last, one of them would run on alone. The others follow as vitest has them, larger files first. */
const long = [
  'gallery.page',
  'appearance.page',
  'embedded/failpoints.test',
  'embedded/promotions/promotions.test',
  'src/access.test',
  'upgrades/upgrade.test',
  'pitr/pitr.test',
  'upgrades/routes.test',
  'backups/archive.test',
  'replicas/promotions/promotions.test',
  'offsite/routes.test',
  'upgrades/upgrading.test',
  'invoices/pdf/invoice-pdf.test',
  'row-exports/routes.test',
  'row-imports/routes.test',
  'types/types.cluster.test',
  'permission-matrix.test',
  'merges/routes.test',
  'transaction/transactions.test',
  'replicas/replicas.test',
  'lints/routes.test',
  'pooler.test',
  'transaction/as-in-a-session.test',
  'branches/branches.test',
  'sleeps/routes.test',
  'queries/routes.test',
]

/** At least two, because one can work while the other waits for a server; at most eight, because all share the control planes' server. */
const maxWorkers = Math.min(8, Math.max(2, availableParallelism()))

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
          provide: { allVersions: process.env['COLONNADE_TEST_ALL_VERSIONS'] === 'yes' },
          testTimeout: 120_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
          maxWorkers,
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
          maxWorkers,
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
          maxWorkers,
        },
      },
    ],
  },
})
