/** The files of a new noun, by path from the repository's root. */
export type Files = Readonly<Record<string, string>>

/** Rooms that the modules of the platform and the contracts stand in. */
export const rooms = [
  'api',
  'auth',
  'billing',
  'connections',
  'copies',
  'data',
  'functions',
  'installation',
  'organizations',
  'people',
  'projects',
  'realtime',
  'storage',
] as const
export type Room = (typeof rooms)[number]

export const isRoom = (text: string | undefined): text is Room => rooms.some((room) => room === text)

/** The plural of a noun in kebab case: api-keys. */
export const isNoun = (text: string | undefined): text is string => text !== undefined && /^[a-z]+(-[a-z]+)*s$/.test(text)

interface Names {
  /** apiKeys */
  readonly camel: string
  /** apiKey */
  readonly one: string
  /** ApiKey */
  readonly pascal: string
  /** ApiKeys */
  readonly pascalPlural: string
  /** api_keys */
  readonly table: string
  /** api keys */
  readonly words: string
}

function namesOf(noun: string): Names {
  const camel = noun.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const one = camel.replace(/ies$/, 'y').replace(/s$/, '')
  const capital = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase())
  const words = noun.replaceAll('-', ' ')
  return { camel, one, pascal: capital(one), pascalPlural: capital(camel), table: noun.replaceAll('-', '_'), words }
}

/** Contract, module, its test, and queries of the dashboard: a list of what an organization has. */
export function moduleFiles(room: Room, noun: string): Files {
  const { camel, one, pascal, pascalPlural, table, words } = namesOf(noun)
  const module = `services/platform/src/modules/${room}/${noun}`
  const contract = `@colonnade/contracts/${room}/${noun}`
  return {
    [`packages/contracts/src/${room}/${noun}.ts`]: `import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'

export const ${pascal} = z.object({ id: z.uuid(), name: z.string(), inserted_at: Timestamp })
export type ${pascal} = z.infer<typeof ${pascal}>

export const ${camel} = resource('/platform/organizations/{slug}/${noun}', {
  list: get('/', { summary: 'The ${words} of an organization', auth: 'user', permission: 'organization:read', reply: z.array(${pascal}) }),
})
`,
    [`${module}/store.ts`]: `import type { ${pascal} } from '${contract}'
import { isoTime, type Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

export function list${pascalPlural}(db: Queryable, organizationId: string): Promise<${pascal}[]> {
  return db.rows<${pascal}>(sql\`
    select x.id, x.name, \${isoTime('x', 'inserted_at')} as inserted_at from ${table} x
    where x.organization_id = \${organizationId} order by x.inserted_at\`)
}
`,
    [`${module}/service.ts`]: `import type { ${pascal} } from '${contract}'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { OrganizationScope } from '../../../kernel/serve.ts'
import * as store from './store.ts'

export function list${pascalPlural}(ctx: PlatformContext, scope: OrganizationScope): Promise<${pascal}[]> {
  return store.list${pascalPlural}(ctx.database, scope.organizationId)
}
`,
    [`${module}/routes.ts`]: `import { ${camel} } from '${contract}'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const ${one}Routes = [serve(${camel}.list, ({ ctx, scope }) => service.list${pascalPlural}(ctx, scope))]
`,
    [`${module}/routes.test.ts`]: `import type { Scenario } from '@colonnade/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

const scenarios: readonly Scenario<Person>[] = [
  {
    promise: 'there are none at first',
    as: 'owner',
    method: 'GET',
    path: '/platform/organizations/acme/${noun}',
    expect: 200,
    check: (reply) => expect(reply).toEqual([]),
  },
]

describe('${words}', () => {
  test.for(scenarios)('$promise', async (scenario) => {
    await platform.run(scenario)
  })
})
`,
    [`apps/dashboard/src/features/${noun}/queries.ts`]: `import { queryOptions } from '@tanstack/react-query'
import { organizationApi } from '../../scope/clients/organization-client.ts'

export const ${camel}Query = (slug: string) =>
  queryOptions({
    queryKey: ['organizations', slug, '${noun}'],
    queryFn: ({ signal }) => organizationApi.${camel}.list({ params: { slug }, signal }),
  })
`,
  }
}

interface Registration {
  readonly path: string
  readonly importLine: string
  readonly entry: string
  /** The line before which the entry goes. */
  readonly end: string
}

/** What exists and must name the new noun, with it added. */
export function registeredFiles(room: Room, noun: string, read: (path: string) => string): Files {
  const { camel, one } = namesOf(noun)
  const registrations: readonly Registration[] = [
    {
      path: 'packages/contracts/src/apis/organization-api.ts',
      importLine: `import { ${camel} } from '../${room}/${noun}.ts'`,
      entry: `  ${camel},`,
      end: '} as const',
    },
    {
      path: `services/platform/src/modules/${room}/room.ts`,
      importLine: `import { ${one}Routes } from './${noun}/routes.ts'`,
      entry: `    ...${one}Routes,`,
      end: '  ],',
    },
  ]
  return Object.fromEntries(registrations.map((registration) => [registration.path, register(read(registration.path), registration)]))
}

function register(text: string, { path, importLine, entry, end }: Registration): string {
  const lines = text.split('\n')
  const afterImports = lines.findLastIndex((line) => line.startsWith('import ')) + 1
  const endAt = lines.indexOf(end)
  if (afterImports === 0 || endAt < afterImports)
    throw new Error(`${path} has no list that ends with a line "${end}"; tools/module-files.ts must follow it`)
  return [...lines.slice(0, afterImports), importLine, ...lines.slice(afterImports, endAt), entry, ...lines.slice(endAt)].join('\n')
}

/** What is left to do. */
export function nextSteps(noun: string): string {
  return `Next: a migration services/platform/src/migrations/NNNN_${namesOf(noun).table}.sql with the table, then npm run check and the test.`
}
