import { literal, toText } from '@colonnade/sql'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import { retrieveColumnAccess } from '../column-privileges/column-access.ts'
import * as columnOrder from '../column-order/column-order.ts'
import * as columns from '../columns/columns.ts'
import { getBuiltinCatalogSql, getCompletionCatalogSql } from '../completion/completion-catalog.ts'
import { getFunctionDetailsSql, getRelationDetailsSql } from '../completion/completion-details.ts'
import { listDependents, retrieveDropWeight } from '../dependents/dependents.ts'
import { getEntityTypesSQL } from '../entity-types/entity-types.ts'
import { listExposure } from '../exposure/exposure.ts'
import { listExtensionSummaries } from '../extensions/extension-summaries.ts'
import * as foreignServers from '../foreign-servers/foreign-servers.ts'
import { retrieveAggregate } from '../functions/aggregates.ts'
import { listFunctionSummaries, listLanguages, retrieveFunctionArguments } from '../functions/function-summaries.ts'
import { listIndexMethods, retrieveIndexDetails } from '../indexes/index-details.ts'
import { listIndexBuilds, listIndexContents, listIndexOutlines, listIndexSummaries } from '../indexes/index-summaries.ts'
import { objectKinds } from '../kinds/kinds.ts'
import { getMigrationsSql, getRecordMigrationSQL } from '../migrations/migrations.ts'
import { listUnusedIndexes } from '../indexes/unused-indexes.ts'
import { listUnrecordedChanges } from '../migrations/unrecorded-changes.ts'
import {
  listPublicationSummaries,
  listPublishableTables,
  listUnidentifiedTables,
  retrievePublicationScope,
} from '../publications/publication-summaries.ts'
import { readPsqlCommand } from '../psql/psql.ts'
import { listDiagramTables } from '../relations/diagram.ts'
import { listRelationSummaries, listUncountedSizes, retrieveRelationDetails } from '../relations/relations.ts'
import { listRoleHoldings, listRoleSummaries } from '../roles/role-summaries.ts'
import { getTableRowsCountSql } from '../rows/table-rows-count.ts'
import { getTableEditorSql } from '../table-editor/table-editor.ts'
import { retrieveCompanions } from '../table-companions/retrieve-companions.ts'
import { retrieveDefinition } from '../tables/table-definition.ts'
import { getTablesPaginatedSql } from '../tables/tables-paginated.ts'
import * as tables from '../tables/tables.ts'
import { listTypeSummaries } from '../types/type-summaries.ts'
import { listHeldValues, retrieveTypeUses } from '../types/type-uses.ts'
import { listTriggerFunctions, listTriggerSummaries } from '../triggers/trigger-summaries.ts'
import * as types from '../types/types.ts'
import { getTypeCatalogSql } from '../typescript/type-catalog.ts'

/** Postgres prefers the function whose arguments fit exactly, wherever on the path it is: its own format() takes arguments of any type. */
const shadows = [1, 2, 3, 4].flatMap((count) =>
  ['name', 'text'].map(
    (type) => `create function format(text, ${Array.from({ length: count }, () => type).join()}) returns text language plpgsql
as 'begin raise exception ''who made this runs as whoever looks''; end';`,
  ),
)

/** The same of operators: an id that is compared with an integer, a text that is joined to a number. */
const operands = ['oid', 'int2', 'int4', 'int8', 'text', 'name', '"char"', 'regclass', 'regtype']
const results = { '=': 'boolean', '<>': 'boolean', '>': 'boolean', '||': 'text', '&': 'int8' }
const shadowOperators = `do $do$ declare l regtype; r regtype; o record; begin
  for o in select * from json_each_text(${toText(literal(JSON.stringify(results)))}) loop
    foreach l in array array[${operands.map((type) => `'${type}'`).join()}]::regtype[] loop
      foreach r in array array[${operands.map((type) => `'${type}'`).join()}]::regtype[] loop
        continue when exists (select from pg_operator p where p.oprname = o.key and p.oprleft = l and p.oprright = r);
        execute pg_catalog.format('create function theirs.others_%4$s(%1$s, %2$s) returns %3$s language plpgsql as $$begin raise exception ''who made this runs as whoever looks: %1$s %2$s''; end$$',
          l::text, r::text, o.value, md5(o.key)::text);
        execute pg_catalog.format('create operator theirs.%1$s (leftarg = %2$s, rightarg = %3$s, function = theirs.others_%4$s)', o.key, l::text, r::text, md5(o.key));
      end loop;
    end loop;
  end loop;
end $do$`

/** The query that a command of psql's comes to. */
function queryOf(command: string): { readonly sql: string } {
  const meaning = readPsqlCommand(command)
  return meaning.kind === 'query' ? meaning : expect.fail(meaning.words)
}

describe.each(await testVersions())('functions that others made on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(async () => {
    await database.run(`create table t (id int); create foreign data wrapper w; ${shadows.join('\n')}`)
  })

  test('are not called, whatever they are called', async () => {
    await expect(database.run(`select format('%I', relname) from pg_class limit 1`)).rejects.toThrow('who made this')
    await database.run(tables.update({ schema: 'public', name: 't' }, { comment: 'c', name: 'u' }).sql)
    await database.run(columns.update({ schema: 'public', table: 'u', name: 'id' }, { is_identity: true, type: 'int8', comment: 'c' }).sql)
    await database.run(foreignServers.create({ name: 'f', foreign_data_wrapper_name: 'w' }).sql)
    await database.run(foreignServers.update({ name: 'f' }, { options: { host: 'h' }, comment: 'c' }).sql)
    expect(await database.run(`select obj_description('u'::regclass, 'pg_class') as comment`)).toEqual([{ comment: 'c' }])
  })

  test('nor are operators, by lists and lookups', async () => {
    await database.run(
      'create schema theirs; create unique index u_id on u (id, (id + 1)) where id > 0; create view v as select 1 as one; create type mood as enum (); create table felt (mood mood); create publication everything for all tables',
    )
    await database.run(`create function tell() returns trigger language plpgsql as 'begin return new; end';
      create trigger told after insert or update on u for each row execute function tell()`)
    await database.run(`create schema _colonnade; create table _colonnade.schema_changes (transaction_id xid8, asked_at timestamptz, changed_by name,
      application_name text, commands text[], objects text[], statement text, is_cut boolean); insert into _colonnade.schema_changes values ('3', now(), 'r', 'a', '{}', '{}', 's', false)`)
    await database.run(getRecordMigrationSQL({ name: 'first', statements: ['s; t'], createdBy: 'c' }).sql)
    await database.run(`${shadowOperators}; set search_path = public, theirs`)
    await expect(database.run('select oid from pg_class where oid = 1')).rejects.toThrow('who made this')
    const [{ id }] = (await database.run(`select 'u'::regclass::oid::text as id`)) as [{ id: string }]
    const [{ id: moodId }] = (await database.run(`select 'mood'::regtype::oid::text as id`)) as [{ id: string }]
    const [{ id: indexId }] = (await database.run(`select 'u_id'::regclass::oid::text as id`)) as [{ id: string }]
    const felt = {
      schema: 'public',
      table: 'felt',
      column: 'mood',
      is_array: false,
      is_own: true,
      is_foreign: false,
      default_value: null,
      rows_estimate: null,
      bytes: 0,
    }
    const texts = Object.entries(objectKinds).flatMap(([noun, kind]) => [
      kind.list(noun === 'partitions' ? { parentId: 1 } : {}).sql,
      ...(kind.retrieve === undefined ? [] : [kind.retrieve(noun === 'columns' ? `${id}.1` : id).sql]),
    ])
    const others = [
      getTablesPaginatedSql({ nameFilter: 'u' }),
      getEntityTypesSQL({ schemas: ['public'] }),
      listUnrecordedChanges(),
      listUnusedIndexes({ schema: 'public' }),
      getTableEditorSql({ id: Number(id) }),
      getTypeCatalogSql({ schemas: ['public'] }),
      getTableRowsCountSql({ table: { schema: 'public', name: 'u' } }),
      getCompletionCatalogSql(),
      getBuiltinCatalogSql(),
      getRelationDetailsSql([Number(id)]),
      getFunctionDetailsSql(null, 'format'),
      ...[
        String.raw`\d u`,
        String.raw`\dtS+`,
        String.raw`\df`,
        String.raw`\dn`,
        String.raw`\du+`,
        String.raw`\l`,
        String.raw`\dx`,
        String.raw`\dT`,
        String.raw`\z`,
      ].map(queryOf),
      retrieveDefinition({ id: Number(id) }),
      listDiagramTables({ schema: 'public' }),
      listRelationSummaries({ schema: 'public', hasPartitions: true }),
      listUncountedSizes({ schema: 'public' }),
      retrieveRelationDetails({ id: Number(id) }),
      listFunctionSummaries({ schema: 'public' }),
      retrieveFunctionArguments({ id: 1 }),
      retrieveAggregate({ id: 2108 }),
      listLanguages(),
      listIndexOutlines({ schema: 'public' }),
      listIndexContents({ schema: 'public' }),
      listIndexSummaries({ tableId: Number(id) }),
      retrieveIndexDetails({ id: Number(indexId) }),
      listIndexMethods(),
      listIndexBuilds({ schema: 'public', table: 'u' }),
      listTriggerSummaries({ schema: 'public' }),
      listTriggerFunctions(),
      listExposure({ schemas: ['public'] }),
      listExtensionSummaries(),
      listRoleSummaries(),
      listRoleHoldings({ name: 'postgres' }),
      retrieveColumnAccess({ id: Number(id) }),
      listPublicationSummaries(),
      listPublishableTables(),
      listUnidentifiedTables({ name: 'everything' }),
      retrievePublicationScope(),
      listTypeSummaries({ schema: 'public' }),
      retrieveTypeUses({ id: Number(moodId) }),
      listHeldValues([felt], ['sad']),
      listDependents({ id: Number(id) }),
      listDependents({ id: 1, catalog: 'pg_proc' }),
      retrieveDropWeight({ id: Number(id) }),
      retrieveCompanions({ id: Number(id) }),
      getMigrationsSql(),
      getRecordMigrationSQL({ name: 'm', statements: ['select 1'], createdBy: 'somebody' }),
      columnOrder.preview({ id: Number(id) }),
      types.replaceValues({ schema: 'public', name: 'mood' }, { values: ['sad'] }),
      columns.update({ id: `${id}.1` }, { type: 'int8', comment: 'again' }),
    ]
    for (const text of [...texts, ...others.map(({ sql }) => sql)])
      await database.run(text).catch((error: Error) => expect.fail(`${error.message}: ${text.slice(0, 400)}`))
    await database.run('reset search_path')
  })
})
