import { ident, sql } from '@colonnade/sql'
import { hostileNames } from '@colonnade/testing'
import { withClient } from '@colonnade/pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadCatalog } from '../catalog/load-catalog.ts'
import { readSettings } from '../catalog/settings/read-settings.ts'
import { openTestProject, type TestProject } from '../testing.ts'
import type { JsonObject } from './json.ts'
import { openApi } from './open-api.ts'
import { readVisible, visibleQuery, type VisibleRow } from './visible.ts'

const publicUrl = 'https://db.example.com:8443/api/ref/rest/v1'

let project: TestProject
beforeAll(async () => {
  project = await openTestProject()
  await project.administer(sql`alter role authenticator set pgrst.db_schemas = 'api, public'; grant create on database postgres to postgres`)
  await project.run(sql`
    create schema api;
    comment on schema api is E'Film API\n\nAll about films.';
    grant usage on schema api to anon, service_role;
    set search_path = api;
    create type mood as enum ('sad', 'happy');
    create table directors (id int primary key, secret text);
    create table films (
      id bigint primary key, title varchar(40) not null default 'Untitled', mood mood default 'sad', tags text[], director int references directors, more jsonb
    );
    comment on table films is E'Films\nAll that were made.'; comment on column films.title is 'The first title';
    create view best as select title from films group by title;
    create function find(word text, most int default 5) returns setof films language sql stable as 'select * from api.films';
    comment on function find is E'Finds\n\nfilms';
    create function add_all(variadic ids int[]) returns int language sql immutable as 'select 1';
    create function change(id int) returns void language sql as '';
    create function raw(json) returns json language sql as 'select $1';
    create function hidden() returns int language sql as 'select 1';
    revoke execute on function hidden from public;
    grant select on films, best to anon; grant select (id) on directors to service_role; grant all on films to service_role`)
})
afterAll(() => project[Symbol.asyncDispose]())

async function documentFor(role: string, arePrivilegesIgnored = false): Promise<JsonObject> {
  const catalog = await loadCatalog(project.service, await readSettings(project.service))
  const row = await withClient(project.service.target, async (client) => {
    await client.run(sql`set role ${ident(role)}`)
    return await client.first<VisibleRow>(visibleQuery('api', arePrivilegesIgnored))
  })
  return JSON.parse(JSON.stringify(openApi(catalog, readVisible('api', row), publicUrl))) as JsonObject
}

const part = (document: JsonObject, ...path: string[]): JsonObject => path.reduce((found, name) => found[name] as JsonObject, document)

test('the document says what and where the API is', async () => {
  expect(await documentFor('anon')).toMatchObject({
    swagger: '2.0',
    info: { title: 'Film API', description: 'All about films.' },
    host: 'db.example.com:8443',
    basePath: '/api/ref/rest/v1',
    schemes: ['https'],
  })
})

test('a role sees what it has a privilege on, unless privileges are ignored', async () => {
  const paths = async (role: string, areIgnored = false): Promise<string[]> => Object.keys(part(await documentFor(role, areIgnored), 'paths'))
  const functions = ['/rpc/add_all', '/rpc/change', '/rpc/find', '/rpc/raw']
  expect(await paths('anon')).toEqual(['/', '/best', '/films', ...functions])
  expect(await paths('service_role')).toEqual(['/', '/directors', '/films', ...functions])
  expect(await paths('authenticated')).toEqual(['/'])
  const all = ['/', '/best', '/directors', '/films', '/rpc/add_all', '/rpc/change', '/rpc/find', '/rpc/hidden', '/rpc/raw']
  expect(await paths('authenticated', true)).toEqual(all)
})

test('a relation has a definition, its operations and a filter for each column', async () => {
  const document = await documentFor('service_role')
  expect(part(document, 'definitions', 'films')).toEqual({
    description: 'Films\nAll that were made.',
    required: ['id', 'title'],
    type: 'object',
    properties: {
      id: { type: 'integer', format: 'bigint', description: 'Note:\nThis is a Primary Key.<pk/>' },
      title: { type: 'string', format: 'character varying', default: 'Untitled', maxLength: 40, description: 'The first title' },
      mood: { type: 'string', format: 'api.mood', default: 'sad', enum: ['sad', 'happy'] },
      tags: { type: 'array', format: 'text[]', items: { type: 'string' } },
      director: {
        type: 'integer',
        format: 'integer',
        description: "Note:\nThis is a Foreign Key to `directors.id`.<fk table='directors' column='id'/>",
      },
      more: { format: 'jsonb' },
    },
  })
  expect(Object.keys(part(document, 'paths', '/films'))).toEqual(['get', 'post', 'patch', 'delete'])
  expect(part(document, 'paths', '/films', 'get')).toMatchObject({ tags: ['films'], summary: 'Films', description: 'All that were made.' })
  expect(part(document, 'parameters', 'rowFilter.films.title')).toEqual({
    name: 'title',
    description: 'The first title',
    required: false,
    in: 'query',
    type: 'string',
    format: 'character varying',
  })
})

test('what a role may not see is not named to it, and what nobody can write has no operation for it', async () => {
  const document = await documentFor('anon')
  expect(JSON.stringify(document)).not.toContain('directors')
  expect(Object.keys(part(document, 'paths', '/best'))).toEqual(['get'])
})

test('a function is called by POST, and by GET if it changes nothing', async () => {
  const paths = part(await documentFor('anon'), 'paths')
  const find = part(paths, '/rpc/find')
  expect(find).toMatchObject({ get: { tags: ['(rpc) find'], summary: 'Finds', description: 'films' }, post: { summary: 'Finds' } })
  expect(part(find, 'get')['parameters']).toEqual([
    { name: 'word', required: true, in: 'query', type: 'string', format: 'text' },
    { name: 'most', required: false, in: 'query', type: 'integer', format: 'integer' },
  ])
  const body = {
    type: 'object',
    required: ['word'],
    properties: { word: { type: 'string', format: 'text' }, most: { type: 'integer', format: 'integer' } },
  }
  expect(part(find, 'post')['parameters']).toMatchObject([{ in: 'body', name: 'args', required: true, schema: body }])
  expect(part(paths, '/rpc/add_all', 'get')['parameters']).toMatchObject([{ type: 'array', items: { type: 'integer' }, collectionFormat: 'multi' }])
  expect(Object.keys(part(paths, '/rpc/change'))).toEqual(['post'])
  expect(part(paths, '/rpc/raw', 'post')['parameters']).toEqual([{ in: 'body', name: 'args', required: true, schema: { format: 'json' } }])
})

test('every reference leads somewhere, whatever the names are', async () => {
  for (const name of [...hostileNames, 'constructor', 'a/b~1']) {
    await project.run(
      sql`create table api.${ident(name)} (${ident(name)} int primary key, "__proto__" text); grant select on api.${ident(name)} to anon`,
    )
  }
  await project.run(sql`create table api."__proto__" ("__proto__" int); grant select on api."__proto__" to anon`)
  const document = await documentFor('anon')
  expect(Object.keys(part(document, 'definitions'))).toEqual(expect.arrayContaining([...hostileNames, '__proto__', 'a/b~1']))
  const targets = referencesIn(document)
  expect(targets.length).toBeGreaterThan(100)
  for (const target of targets) {
    const [, section, name] = target.split('/')
    expect(Object.hasOwn(part(document, section!), name!.replaceAll('~1', '/').replaceAll('~0', '~')), target).toBe(true)
  }
})

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => (name === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner)))
}
