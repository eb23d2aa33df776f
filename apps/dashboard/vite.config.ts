import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The SQL parser asks for modules of Node, but only when it runs there. */
const withoutNode: Plugin = {
  name: 'without-node',
  enforce: 'pre',
  resolveId: (source, importer) => (source.startsWith('node:') && importer?.includes('/libpg-query/') ? '\0without-node' : null),
  load: (id) => (id === '\0without-node' ? 'export {}' : null),
}

/** What a call is for is told by the document of the API, which the server makes: in the first load it would be text that nobody reads. */
const withoutSummaries: Plugin = {
  name: 'without-summaries',
  enforce: 'pre',
  apply: 'build',
  transform: (code, id) =>
    /\/packages\/contracts\/src\//.test(id)
      ? { code: code.replace(/\bsummary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),/g, ''), map: null }
      : null,
}

/** What a code means comes with each refusal of the server; the dashboard itself makes errors of these three without saying it. */
const withoutTitles: Plugin = {
  name: 'without-titles',
  enforce: 'pre',
  apply: 'build',
  transform: (code, id) =>
    id.endsWith('/packages/core/src/errors.ts')
      ? {
          code: code.replace(
            /(\b(?!(?:query_cancelled|internal|unavailable):)\w+: \{\s*status: \d+,\s*title: )(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g,
            "$1''",
          ),
          map: null,
        }
      : null,
}

/**
 * Two things in the grid's own style sheet are dear while one scrolls. Rules for summary and group rows, which we have none of, count
 * siblings: each row that comes would have all cells' style computed again. And an explicit `inherit` keeps the browser from sharing one
 * computed style among like cells; what it is for is in styles/app.css.
 */
const cheapGridStyle = {
  postcssPlugin: 'cheap-grid-style',
  Rule: (rule: StyleNode & { readonly selector: string }) => {
    if (isGrid(rule) && /-child\b/.test(rule.selector)) rule.remove()
  },
  Declaration: (declaration: StyleNode & { readonly value: string }) => {
    if (isGrid(declaration) && declaration.value === 'inherit') declaration.remove()
  },
}
interface StyleNode {
  readonly source?: { readonly input: { readonly file?: string } }
  remove(): void
}
const isGrid = ({ source }: StyleNode) => source?.input.file?.includes('/react-data-grid/') === true

/**
 * Routes load their components with `lazyPage`. The router's own function reloads the document when code can't be loaded: unsaved work is lost
 * then, and offline the dashboard with it.
 */
const ownLazyPages: Plugin = {
  name: 'own-lazy-pages',
  transform(code, id) {
    if (!/[\\/]src[\\/]routes[\\/]/.test(id) || !code.includes('lazyRouteComponent')) return null
    const theirs = /import \{ lazyRouteComponent \} from ['"]@tanstack\/react-router['"]/
    if (!theirs.test(code)) this.error('The router imports lazyRouteComponent in another way than expected, so it would reload pages.')
    return { code: code.replace(theirs, `import { lazyPage as lazyRouteComponent } from '/src/lib/late/lazy-page.tsx'`), map: null }
  },
}

/** What every page has loaded before it asks for more: no lazy part needs to name it among what it needs. */
const first = new Set<string>()
const firstLoad: Plugin = {
  name: 'first-load',
  generateBundle: {
    order: 'pre',
    handler(_options, bundle) {
      const add = (file: string): void => {
        const chunk = bundle[file]
        if (first.has(file) || chunk?.type !== 'chunk') return
        first.add(file)
        chunk.imports.forEach(add)
      }
      for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk' && chunk.isEntry) add(chunk.fileName)
    },
  },
}

/** What pages are built of. */
const isOurs = /[\\/](apps[\\/]dashboard[\\/]src|packages[\\/](ui|core|contracts|client)[\\/]src|node_modules[\\/]@base-ui)[\\/]/

/** Of these the first page has none, however many others share them. */
const later = [
  /[\\/]checkbox/,
  /[\\/]lib[\\/]lists[\\/]/,
  /[\\/]scope[\\/](data-client|clients[\\/])/,
  /[\\/]contracts[\\/]src[\\/](billing|connections)[\\/]/,
  /[\\/]contracts[\\/]src[\\/]people[\\/](?!sessions\.ts)/,
  /[\\/]contracts[\\/]src[\\/]organizations[\\/](?!organizations\.ts)/,
  /[\\/]contracts[\\/]src[\\/]installation[\\/](documents|installation|mails)\.ts/,
  /[\\/]contracts[\\/]src[\\/]projects[\\/](addons|disk|sleeps)\.ts/,
  /[\\/]contracts[\\/]src[\\/]copies[\\/](?!upgrades\.ts|postgres-versions\.ts)/,
  /[\\/]contracts[\\/]src[\\/]data[\\/](?!queries\.ts|lints\.ts)/,
  /[\\/]contracts[\\/]src[\\/]apis[\\/](data|organization)-api\.ts/,
]
/** What single pages of projects call: one file, since they all come with the client of theirs. */
const isOfData =
  /[\\/]contracts[\\/]src[\\/](connections[\\/]|projects[\\/](addons|disk|sleeps)|copies[\\/](?!upgrades\.ts|postgres-versions\.ts|offsite\.ts)|data[\\/](?!queries\.ts|lints\.ts)|apis[\\/]data-api|organizations[\\/]usage\.ts)|[\\/]scope[\\/]data-client/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // the loaders of the editors, the database section, branches, settings, teams, new projects and the installation bring the SQL layer or calls with them that no other page needs
      codeSplittingOptions: {
        splitBehavior: ({ routeId }) =>
          /\/(editor|sql|database|auth|settings|branches|team|installation|invitation|new)/.test(routeId) ? [['loader'], ['component']] : undefined,
      },
      routesDirectory: `${import.meta.dirname}/src/routes`,
      generatedRouteTree: `${import.meta.dirname}/src/route-tree.gen.ts`,
      quoteStyle: 'single',
      semicolons: false,
      addExtensions: true,
    }),
    ownLazyPages,
    react({ compiler: true }),
    tailwindcss(),
    withoutSummaries,
    withoutTitles,
    firstLoad,
  ],
  css: { postcss: { plugins: [cheapGridStyle] } },
  worker: { format: 'es', plugins: () => [withoutNode] },
  // only the worker names it, so it would be found late, and the page would load again
  optimizeDeps: { include: ['libpg-query'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2024',
    manifest: true,
    modulePreload: { resolveDependencies: (_file, needed, { hostType }) => (hostType === 'js' ? needed.filter((file) => !first.has(file)) : needed) },
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      // what every page needs is one file that stays the same from release to release; icons are too small to be files of their own, and one
      // that only a few parts show comes with them
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /[\\/]node_modules[\\/](react|react-dom|scheduler|zod|@tanstack[\\/][a-z-]*(router|query|store|history)[a-z-]*)[\\/]/,
            },
            // hundreds of small files would cost more than what a page does not use of this one
            {
              name: 'shared',
              test: (id) => isOurs.test(id) && !later.some((part) => part.test(id)),
              minShareCount: 15,
            },
            { name: 'data', test: isOfData, minShareCount: 5 },
            // what most pages of the database share: two files in place of thirty, which a page would ask for before its rows. The shape of
            // their addresses is the router's, so it is there at first
            { name: 'database', test: /[\\/]packages[\\/](pg-meta|sql)[\\/]src[\\/]/, minShareCount: 5 },
            { name: 'icons', test: /[\\/]node_modules[\\/]lucide-react[\\/]/, minShareCount: 4 },
            {
              name: 'objects',
              test: /[\\/]apps[\\/]dashboard[\\/]src[\\/](features[\\/]database[\\/](objects[\\/](?!object-search)|tables)|lib[\\/](lists|panels)|scope[\\/](changes|drops|relations|schemas))[\\/]?/,
              minShareCount: 6,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
      // what a route does not use of our packages stays out of its code
      treeshake: { moduleSideEffects: [{ test: /[\\/]packages[\\/][^\\/]+[\\/]src[\\/].*\.tsx?$/, sideEffects: false }] },
    },
  },
  server: { proxy: { '/platform': 'http://127.0.0.1:8000', '/v1': 'http://127.0.0.1:8000' } },
})
