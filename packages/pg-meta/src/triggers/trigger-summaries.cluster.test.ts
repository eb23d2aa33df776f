import { hostileNames, readList } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import { listTriggerFunctions, listTriggerSummaries } from './trigger-summaries.ts'

describe.each(await testVersions())('trigger summaries on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(() =>
    database.run(`
      create schema harbour;
      create table harbour.berth (id int primary key, ship int references harbour.berth);
      create view harbour.seen as select id from harbour.berth;
      create table harbour.log (at date) partition by range (at);
      create table harbour.log_2026 partition of harbour.log for values from ('2026-01-01') to ('2027-01-01');
      create function harbour.note() returns trigger language plpgsql as 'begin return new; end';
      create function harbour.watch() returns event_trigger language plpgsql as 'begin end';
      create trigger first before insert or update of id on harbour.berth for each row when (new.id > 0) execute function harbour.note('a');
      create trigger "Last" after truncate or delete on harbour.berth execute function harbour.note();
      create trigger instead instead of delete on harbour.seen for each row execute function harbour.note();
      create trigger parts after insert on harbour.log for each row execute function harbour.note();
      create constraint trigger late after insert on harbour.berth deferrable initially deferred for each row execute function harbour.note();
      alter table harbour.berth enable always trigger first; alter table harbour.berth disable trigger "Last"`),
  )

  test('tell when each fires and what it calls, without those of Postgres and of partitions', async () => {
    const found = await readList(database, listTriggerSummaries({ schema: 'harbour' }))
    expect(
      found.map(({ name, table, table_type, activation, orientation, events, enabled_mode }) =>
        [name, table, table_type, activation, orientation, events.join('+'), enabled_mode].join(' '),
      ),
    ).toEqual([
      'Last berth r AFTER STATEMENT DELETE+TRUNCATE DISABLED',
      'first berth r BEFORE ROW INSERT+UPDATE ALWAYS',
      'instead seen v INSTEAD OF ROW DELETE ORIGIN',
      'late berth r AFTER ROW INSERT ORIGIN',
      'parts log p AFTER ROW INSERT ORIGIN',
    ])
    expect(found[1]).toMatchObject({ has_condition: true, is_constraint: false, function_schema: 'harbour', function_name: 'note', extension: null })
    expect(found[3]).toMatchObject({ is_constraint: true, is_initially_deferred: true, has_condition: false })
    for (const schema of hostileNames) expect(await readList(database, listTriggerSummaries({ schema }))).toEqual([])
  })

  test('functions that triggers can call are told, and no others', async () => {
    const found = (await readList(database, listTriggerFunctions())).map(({ schema, name }) => `${schema}.${name}`)
    expect(found).toContain('harbour.note')
    expect(found).toContain('pg_catalog.suppress_redundant_updates_trigger')
    expect(found).not.toContain('harbour.watch')
    expect(found.filter((name) => name.includes('RI_'))).toEqual([])
  })
})
