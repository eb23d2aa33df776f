import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { pageContract } from './build/contract-code.ts'
import { pageFiles } from './build/page-files.ts'
import { fileFor, sectionsOf } from './build/page-code.ts'

/** The SQL parser asks for modules of Node, but only when it runs there. */
const withoutNode: Plugin = {
  name: 'without-node',
  enforce: 'pre',
  resolveId: (source, importer) => (source.startsWith('node:') && importer?.includes('/libpg-query/') ? '\0without-node' : null),
  load: (id) => (id === '\0without-node' ? 'export {}' : null),
}

/** The server checks what calls take and return: the dashboard doesn't need to construct their schemas, nor load their texts. */
const withoutSchemas: Plugin = {
  name: 'without-schemas',
  apply: 'build',
  transform(code, id) {
    return /\/packages\/(contracts|pg-meta)\/src\//.test(id) ? { code: pageContract(code, (text) => this.parse(text)), map: null } : null
  },
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

/** Lists the files of each route: the server names them in the page, so that the browser requests all of them at once. */
const pageList: Plugin = {
  name: 'page-list',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const built = Object.values(bundle).filter((file) => file.type === 'chunk')
      const ids = globSync('src/routes/**/*.tsx', { cwd: import.meta.dirname }).map((file) => resolve(import.meta.dirname, file))
      this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source: JSON.stringify(pageFiles(ids, built)) })
    },
  },
}

/** What pages are built of. */
const isOurs = /[\\/](apps[\\/]dashboard[\\/]src|packages[\\/](ui|core|contracts|client)[\\/]src|node_modules[\\/]@base-ui)[\\/]/

/** Calls that only pages of projects make. They are one file because they come with their client. */
const isOfData =
  /[\\/]contracts[\\/]src[\\/](connections[\\/]|projects[\\/](addons|disk|sleeps)|copies[\\/](?!upgrades\.ts|postgres-versions\.ts|offsite\.ts)|data[\\/](?!queries\.ts|lints\.ts)|apis[\\/]data-api|organizations[\\/]usage\.ts)|[\\/]scope[\\/]data-client/

/** Icons, components and calls that a few sections share: too small for files of their own. */
const isOfShell = /[\\/]packages[\\/](ui|core|contracts|client)[\\/]src[\\/]|[\\/]node_modules[\\/](lucide-react|@base-ui)[\\/]/

let sections: ReadonlyMap<string, ReadonlySet<string>> = new Map()
const fileOf = (id: string): string | null => fileFor(sections.get(id) ?? new Set())
/** Finds out which sections use which modules, before they are grouped into files. */
const pageCode: Plugin = {
  name: 'page-code',
  renderStart() {
    sections = sectionsOf(this)
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // these loaders import the SQL layer or calls that no other page needs: they come with the component, in one file
      codeSplittingOptions: {
        splitBehavior: ({ routeId }) =>
          /\/(editor|sql|database|auth|settings|branches|team|installation|invitation|new)/.test(routeId) ? [['loader', 'component']] : undefined,
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
    withoutSchemas,
    withoutTitles,
    firstLoad,
    pageCode,
    pageList,
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
      // libraries that every page needs are one file that stays the same from release to release; the rest of the first load comes with the
      // entry. Hundreds of small files would cost more than the code in them that a page doesn't use
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /[\\/]node_modules[\\/](react|react-dom|scheduler|zod|@tanstack[\\/][a-z-]*(router|query|store|history)[a-z-]*)[\\/]/,
            },
            { name: 'first', tags: ['$initial'] },
            { name: 'data', test: isOfData, minShareCount: 5 },
            { name: 'shared', test: isOurs, minShareCount: 15 },
            { name: 'database', test: /[\\/]packages[\\/](pg-meta|sql)[\\/]src[\\/]/, minShareCount: 3 },
            { name: 'code', test: /[\\/]node_modules[\\/](@codemirror|@lezer|crelt|style-mod|w3c-keyname)[\\/]/, minShareCount: 3 },
            { name: 'shell', test: (id) => isOfShell.test(id) || fileOf(id) === 'shell', minShareCount: 2 },
            ...['tools', 'rows'].map((file) => ({ name: file, test: (id: string) => fileOf(id) === file })),
            { name: fileOf, minShareCount: 2, debugName: 'section' },
          ],
        },
      },
      // what a route does not use of our packages stays out of its code
      treeshake: { moduleSideEffects: [{ test: /[\\/]packages[\\/][^\\/]+[\\/]src[\\/].*\.tsx?$/, sideEffects: false }] },
    },
  },
  server: { proxy: { '/platform': 'http://127.0.0.1:8000', '/v1': 'http://127.0.0.1:8000' } },
})
