import { expect, test } from 'vitest'
import { splitCommands } from '@colonnade/pg'
import { readDump } from './dumped-statements.ts'

const read = (text: string) =>
  readDump(splitCommands(text), new Set(['supabase_admin'])).map(({ text: sent, runner }) => [
    runner.kind === 'owner' ? runner.role : runner.kind,
    sent,
  ])

test('each statement runs as its owner; our superuser runs what only writes the catalog', () => {
  const dump = `--
-- Name: x; Type: TABLE; Owner: o'neil
--
SET row_security = off;
SELECT pg_catalog.set_config('search_path', '', false);
SET SESSION AUTHORIZATION 'o''neil';
CREATE TABLE "x" ("a" integer DEFAULT 1);
CREATE TRIGGER "t" BEFORE INSERT ON "x" EXECUTE FUNCTION "f"();
SET SESSION AUTHORIZATION DEFAULT;
-- Name: citext; Type: EXTENSION
CREATE EXTENSION IF NOT EXISTS "citext" WITH SCHEMA "public";
COMMENT ON EXTENSION "citext" IS 'text; -- really';
SET SESSION AUTHORIZATION 'supabase_admin';
CREATE FUNCTION "auth"."uid"() RETURNS "uuid" LANGUAGE "sql" AS $$ select 1; select 2 $$;
`
  expect(read(dump)).toEqual([
    ['session', 'SET row_security = off'],
    ['session', `SELECT pg_catalog.set_config('search_path', '', false)`],
    [`o'neil`, 'CREATE TABLE "x" ("a" integer DEFAULT 1)'],
    ['administrator', 'CREATE TRIGGER "t" BEFORE INSERT ON "x" EXECUTE FUNCTION "f"()'],
    ['administrator', 'CREATE EXTENSION IF NOT EXISTS "citext" WITH SCHEMA "public"'],
    ['administrator', `COMMENT ON EXTENSION "citext" IS 'text; -- really'`],
    ['administrator', 'CREATE FUNCTION "auth"."uid"() RETURNS "uuid" LANGUAGE "sql" AS $$ select 1; select 2 $$'],
  ])
})

test.for([
  'CREATE TABLE x (a int)',
  'CREATE INDEX ON x ((f(1)))',
  'SELECT f()',
  'CREATE ROLE intruder SUPERUSER',
  'ALTER ROLE postgres SUPERUSER',
  'DO $$ $$',
  'SET ROLE x',
  "SET SESSION AUTHORIZATION E'x'",
  'SET role = x',
])('a statement that belongs to nobody is never run: %s', (statement) => {
  expect(() => read(`SET SESSION AUTHORIZATION DEFAULT;\n${statement};`)).toThrow('belongs to nobody')
})
