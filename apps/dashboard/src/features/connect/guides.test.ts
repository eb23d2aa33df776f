import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { highlight } from '../../lib/code-text/highlight.ts'
import { appFrameworks } from './apps/app-frameworks.ts'
import type { ApiParameters } from '../../scope/project-settings/api-parameters.ts'
import type { CodeFile } from './guide.ts'
import { mobileFrameworks } from './mobile/mobile-frameworks.ts'
import type { OrmParameters } from './orms/orm-guide.ts'
import { ormGuides } from './orms/orm-guides.ts'

const api: ApiParameters = { url: 'https://abc.example.com', anonKey: 'eyJhbGciOi.J9.s1g-n_ature' }
const target = { db_host: '127.0.0.1', db_port: 54400, db_name: 'postgres', db_user: 'postgres' }
const direct: OrmParameters = { target, migrationTarget: target, password: null, isTransactionPooler: false }
const pooled: OrmParameters = {
  target: { ...target, db_port: 6543 },
  migrationTarget: target,
  password: 'p@ss word',
  isTransactionPooler: true,
}

const all = (files: readonly CodeFile[]) => files.map(({ text }) => text).join('\n')
const timesIn = (text: string, part: string) => text.split(part).length - 1

test('app frameworks are nine, mobile frameworks six, ORMs two (spec §2)', () => {
  expect(appFrameworks.map(({ label }) => label)).toEqual(['Next.js', 'Remix', 'React', 'Nuxt', 'Vue.js', 'SvelteKit', 'SolidJS', 'Astro', 'refine'])
  expect(mobileFrameworks.map(({ label }) => label)).toEqual([
    'Expo React Native',
    'Flutter',
    'Ionic React',
    'Ionic Angular',
    'Android Kotlin',
    'Swift',
  ])
  expect(ormGuides.map(({ label }) => label)).toEqual(['Prisma', 'Drizzle'])
  expect(appFrameworks[0]!.variants.map(({ label }) => label)).toEqual(['App Router', 'Pages Router'])
})

/** The file that holds the values, and its exact text, with marks for the two values. */
const environments: Readonly<Record<string, readonly [string, string]>> = {
  nextjs: ['.env.local', 'NEXT_PUBLIC_COLONNADE_URL=<url>\nNEXT_PUBLIC_COLONNADE_ANON_KEY=<key>'],
  remix: ['.env', 'COLONNADE_URL=<url>\nCOLONNADE_ANON_KEY=<key>'],
  react: ['.env.local', 'VITE_COLONNADE_URL=<url>\nVITE_COLONNADE_ANON_KEY=<key>'],
  nuxt: ['.env', 'NUXT_PUBLIC_COLONNADE_URL=<url>\nNUXT_PUBLIC_COLONNADE_ANON_KEY=<key>'],
  vue: ['.env.local', 'VITE_COLONNADE_URL=<url>\nVITE_COLONNADE_ANON_KEY=<key>'],
  sveltekit: ['.env', 'PUBLIC_COLONNADE_URL=<url>\nPUBLIC_COLONNADE_ANON_KEY=<key>'],
  solidjs: ['.env.local', 'VITE_COLONNADE_URL=<url>\nVITE_COLONNADE_ANON_KEY=<key>'],
  astro: ['.env', 'PUBLIC_COLONNADE_URL=<url>\nPUBLIC_COLONNADE_ANON_KEY=<key>'],
  refine: ['.env.local', 'VITE_COLONNADE_URL=<url>\nVITE_COLONNADE_ANON_KEY=<key>'],
  expo: ['.env', 'EXPO_PUBLIC_COLONNADE_URL=<url>\nEXPO_PUBLIC_COLONNADE_ANON_KEY=<key>'],
  flutter: ['.env', 'COLONNADE_URL=<url>\nCOLONNADE_ANON_KEY=<key>'],
  'ionic-react': ['.env.local', 'VITE_COLONNADE_URL=<url>\nVITE_COLONNADE_ANON_KEY=<key>'],
  'ionic-angular': [
    'src/environments/environment.ts',
    'export const environment = {\n  production: false,\n  colonnadeUrl: "<url>",\n  colonnadeAnonKey: "<key>",\n}',
  ],
  kotlin: ['local.properties', 'COLONNADE_URL=<url>\nCOLONNADE_ANON_KEY=<key>'],
  swift: [
    'Colonnade.swift',
    'import Foundation\nimport Supabase\n\nlet colonnade = SupabaseClient(\n    supabaseURL: URL(string: "<url>")!,\n    supabaseKey: "<key>"\n)',
  ],
}

/** Modules that a bundler or framework makes, or finds by itself. */
const made = /generated\/prisma|^\.\/page\.module/

for (const guide of [...appFrameworks, ...mobileFrameworks]) {
  for (const { id, label, files } of guide.variants) {
    describe(`${guide.label} ${label}`.trim(), () => {
      const shown = files(api)
      test('holds address and key once, in the file and under the names of its own', () => {
        const [name, text] = environments[guide.id]!
        expect(shown.find((file) => file.name === name)?.text).toBe(text.replace('<url>', api.url).replace('<key>', api.anonKey))
        expect([timesIn(all(shown), api.url), timesIn(all(shown), api.anonKey)]).toEqual([1, 1])
      })
      test('every name that is defined is read', () => {
        const environment = shown[0]!
        if (environment.language !== 'env') return
        const rest = all(shown.slice(1))
        for (const line of environment.text.split('\n')) expect(rest).toContain(line.split('=')[0]!)
      })
      checkFiles(id, shown)
    })
  }
}

for (const guide of ormGuides) {
  describe(guide.label, () => {
    test('one address, directly', () => {
      const files = guide.variants[0].files(direct)
      expect(files[0]).toMatchObject({ name: '.env', text: 'DATABASE_URL=postgresql://postgres:[YOUR-PASSWORD]@127.0.0.1:54400/postgres' })
      expect(all(files)).not.toContain('DIRECT_URL')
    })
    test('a second one for migrations, past the transaction pooler', () => {
      const files = guide.variants[0].files(pooled)
      expect(files[0]!.text).toBe(
        'DATABASE_URL=postgresql://postgres:p%40ss%20word@127.0.0.1:6543/postgres\nDIRECT_URL=postgresql://postgres:p%40ss%20word@127.0.0.1:54400/postgres',
      )
      expect(files[1]!.text).toContain('DIRECT_URL')
      expect(files.find(({ name }) => name === 'src/database.ts')!.text).toContain('DATABASE_URL')
    })
    checkFiles('only', guide.variants[0].files(pooled))
  })
}

function checkFiles(id: string, files: readonly CodeFile[]): void {
  test('has no file twice, no tab in its names and no line that ends in a space', () => {
    expect(new Set(files.map(({ name }) => name)).size).toBe(files.length)
    for (const { text } of files) expect(text, id).not.toMatch(/[ \t]+$|undefined|\[object/m)
  })
  test('its TypeScript is TypeScript', () => {
    for (const { name, text } of files) {
      if (/\.tsx?$/.test(name)) expect(parseSync(name, text).errors, name).toEqual([])
    }
  })
  test('what a file imports from its neighbours is there', () => {
    const stems = files.map(({ name }) => name.replace(/\.\w+$/, ''))
    for (const { name, text } of files) {
      for (const [, path] of text.matchAll(/from '((?:\.{1,2}|@|~|\$lib)\/[^']+)'/g)) {
        if (!/^(\.|@\/|~\/|\$lib\/)/.test(path!) || made.test(path!)) continue
        const last = path!.replace(/^(\.{1,2}\/)+|^(@|~|\$lib)\//, '')
        expect(
          stems.some((stem) => stem === last || stem.endsWith(`/${last}`)),
          `${name} imports ${path}`,
        ).toBe(true)
      }
    }
  })
}

test('highlighting keeps every character of the guides', () => {
  const files = [...appFrameworks, ...mobileFrameworks].flatMap(({ variants }) =>
    variants[0].files({ url: '[YOUR-API-URL]', anonKey: '[YOUR-ANON-KEY]' }),
  )
  for (const { text, language } of files) {
    expect(
      highlight(text, language)
        .map((token) => token.text)
        .join(''),
    ).toBe(text)
  }
})
