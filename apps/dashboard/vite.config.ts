import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // the loaders of the editors bring the SQL layer with them, which no other page needs
      codeSplittingOptions: { splitBehavior: ({ routeId }) => (/\/(editor|sql)/.test(routeId) ? [['loader'], ['component']] : undefined) },
      routesDirectory: `${import.meta.dirname}/src/routes`,
      generatedRouteTree: `${import.meta.dirname}/src/route-tree.gen.ts`,
      quoteStyle: 'single',
      semicolons: false,
      addExtensions: true,
    }),
    react({ compiler: true }),
    tailwindcss(),
  ],
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2024',
    manifest: true,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      // what every page needs is one file that stays the same from release to release; icons are too small to be files of their own
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /[\\/]node_modules[\\/](react|react-dom|scheduler|zod|@tanstack[\\/][a-z-]*(router|query|store|history)[a-z-]*)[\\/]/,
            },
            { name: 'icons', test: /[\\/]node_modules[\\/]lucide-react[\\/]/ },
          ],
        },
      },
      // what a route does not use of our packages stays out of its code
      treeshake: { moduleSideEffects: [{ test: /[\\/]packages[\\/][^\\/]+[\\/]src[\\/].*\.tsx?$/, sideEffects: false }] },
    },
  },
  server: { proxy: { '/platform': 'http://127.0.0.1:8000' } },
})
