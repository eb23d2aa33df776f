import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** npm run new module NAME: the files of a noun, in the shape of the model module, notifications. */
const root = fileURLToPath(new URL('..', import.meta.url))
const [kind, noun] = process.argv.slice(2)

if (kind !== 'module' || noun === undefined || !/^[a-z]+(-[a-z]+)*s$/.test(noun)) {
  console.error('Usage: npm run new module NAME\nNAME is the plural of a noun in kebab case, e.g. api-keys')
  process.exit(2)
}

const camel = noun.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
const one = camel.replace(/ies$/, 'y').replace(/s$/, '')
const pascal = one.replace(/^./, (letter) => letter.toUpperCase())
const pascalPlural = camel.replace(/^./, (letter) => letter.toUpperCase())
const words = noun.replaceAll('-', ' ')

const files: Readonly<Record<string, string>> = {
  [`packages/contracts/src/${noun}.ts`]: `import { z } from 'zod'
import { get, resource } from './endpoint.ts'
import { Timestamp } from './values.ts'

export const ${pascal} = z.object({ id: z.uuid(), name: z.string(), inserted_at: Timestamp })
export type ${pascal} = z.infer<typeof ${pascal}>

export const ${camel} = resource('/platform/organizations/{slug}/${noun}', {
  list: get('/', { summary: 'The ${words} of an organization', auth: 'user', permission: 'organization:read', reply: z.array(${pascal}) }),
})
`,
  [`services/platform/src/modules/${noun}/store.ts`]: `import type { ${pascal} } from '@colonnade/contracts'
import { isoTime, type Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

export function list${pascalPlural}(db: Queryable, organizationId: string): Promise<${pascal}[]> {
  return db.rows<${pascal}>(sql\`
    select x.id, x.name, \${isoTime('x', 'inserted_at')} as inserted_at from ${noun.replaceAll('-', '_')} x
    where x.organization_id = \${organizationId} order by x.inserted_at\`)
}
`,
  [`services/platform/src/modules/${noun}/service.ts`]: `import type { ${pascal} } from '@colonnade/contracts'
import type { PlatformContext } from '../../context.ts'
import type { OrganizationScope } from '../../serve.ts'
import * as store from './store.ts'

export function list${pascalPlural}(ctx: PlatformContext, scope: OrganizationScope): Promise<${pascal}[]> {
  return store.list${pascalPlural}(ctx.database, scope.organizationId)
}
`,
  [`services/platform/src/modules/${noun}/routes.ts`]: `import { ${camel} } from '@colonnade/contracts'
import { serve } from '../../serve.ts'
import * as service from './service.ts'

export const ${one}Routes = [serve(${camel}.list, ({ ctx, scope }) => service.list${pascalPlural}(ctx, scope))]
`,
  [`services/platform/src/modules/${noun}/routes.test.ts`]: `import type { Scenario } from '@colonnade/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../testing.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

const scenarios: readonly Scenario<Person>[] = [
  {
    promise: 'there is none at first',
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
import { api } from '../../scope/client.ts'

export const ${camel}Query = (slug: string) =>
  queryOptions({ queryKey: ['${noun}', slug], queryFn: ({ signal }) => api.${camel}.list({ params: { slug }, signal }) })
`,
}

const taken = Object.keys(files).filter((path) => existsSync(join(root, path)))
if (taken.length > 0) {
  console.error(`Nothing was written: ${taken.join(', ')} exists.`)
  process.exit(1)
}
for (const [path, content] of Object.entries(files)) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
  console.log(path)
}
console.log(`
Next: a migration services/platform/src/migrations/NNNN_${noun.replaceAll('-', '_')}.sql with the table; ${camel} in
packages/contracts/src/platform-api.ts and index.ts; ${one}Routes in services/platform/src/server.ts; e2e/${noun}.e2e.ts.`)
