/** A database with objects of every kind that an upgrade must migrate. */
export const everyKind = `
insert into auth.users (id, email, encrypted_password, email_confirmed_at) values ('00000000-0000-4000-8000-000000000001', 'user@example.com', 'hash', now());
insert into auth.identities (provider_id, user_id, identity_data, provider)
  select id, id, jsonb_build_object('sub', id, 'email', email), 'email' from auth.users;
insert into auth.refresh_tokens (token, user_id) select 'token', id from auth.users;
create table profiles (id uuid primary key references auth.users on delete cascade);
insert into profiles select id from auth.users;
create function add_profile() returns trigger language plpgsql security definer as $$ begin insert into public.profiles values (new.id); return new; end $$;
create trigger add_profile after insert on auth.users for each row execute function add_profile();
create policy own on auth.users for select to authenticated using (id = auth.uid());
insert into storage.buckets (id, name, public) values ('avatars', 'avatars', true);
insert into storage.objects (bucket_id, name, version, metadata) values ('avatars', 'a/b.png', '019320f5-7d5c-7000-8000-00000000000a', '{"size": 7}');
create policy own_files on storage.objects for select to authenticated using (owner_id = auth.uid()::text);
create extension citext with schema extensions;
create extension hstore with schema extensions;
create role "Büro-Leitung" nologin;
grant "Büro-Leitung" to postgres with inherit true;
create role reporting login password 'a-long-password' connection limit 3 valid until '2099-01-01';
grant "Büro-Leitung" to reporting;
alter role reporting set work_mem = '9MB';
alter role reporting set search_path = "Ablage ""Süd""", public;
comment on role reporting is 'reads';
create schema "Ablage ""Süd""" authorization postgres;
-- reports our superuser if it runs this
create function public.witness(n anyelement) returns boolean language plpgsql immutable as $$
begin
  if current_user = 'supabase_admin' then raise exception 'run as a superuser'; end if;
  return true;
end $$;
create domain watched as int check (public.witness(value));
create table watching (
  a int check (public.witness(a)), b watched, c watched[], d boolean generated always as (public.witness(a)) stored, exclude using btree (a with =)
);
insert into watching values (1, 2, '{3}'), (4, null, null);
create index on watching (public.witness(a)) where public.witness(a);
create materialized view watched_rows as select a, public.witness(a) from watching;
create table parts (a int) partition by list (public.witness(a));
create table parts_true partition of parts for values in (true);
insert into parts values (1);
create type mood as enum ('froh', 'müde');
create type span as range (subtype = float8);
create domain email as extensions.citext check (value ~ '@');
create type address as (street text, "Hausnummer" int);
create function public.is_positive(n numeric) returns boolean language sql immutable return n > 0;
create table public.people (
  id bigint generated always as identity primary key, mail email unique, mood mood not null default 'froh', lives address,
  tags text[] default '{}', extra jsonb, born date, full_text tsvector generated always as (to_tsvector('simple', coalesce(mail::text, ''))) stored,
  balance numeric(12,2) check (is_positive(balance)), ratio float8, secret bytea
);
comment on table people is 'Menschen – "alle"';
comment on column people.mail is 'unique';
insert into people (mail, mood, lives, tags, extra, born, balance, ratio, secret)
  select 'p' || n || '@example.com', (array['froh','müde'])[1 + n % 2]::mood, row('Straße ' || n, n)::address, array['ä', e'tab\\tnew\\nline\\\\', null],
    jsonb_build_object('n', n, 'ü', null), date '1900-01-01' + n, n + 0.25, n / 3.0, decode(md5(n::text), 'hex') from generate_series(1, 3000) n;
insert into people (mail, balance, ratio) values (null, 1, 'NaN'), (null, 1, '-Infinity');
create table "Ablage ""Süd"""."Akte №1" ("Nr." serial primary key, person bigint references public.people on delete cascade, "größe" int, check ("größe" > 0));
insert into "Ablage ""Süd"""."Akte №1" (person, "größe") select n, n from generate_series(1, 500) n;
grant create, usage on schema "Ablage ""Süd""" to "Büro-Leitung";
alter table "Ablage ""Süd"""."Akte №1" owner to "Büro-Leitung";
revoke all on schema "Ablage ""Süd""" from "Büro-Leitung";
create table events (at timestamptz not null, what text, primary key (at)) partition by range (at);
create table events_2025 partition of events for values from ('2025-01-01') to ('2026-01-01');
create table events_rest partition of events default;
insert into events select timestamptz '2025-11-01' + n * interval '1 day', 'event ' || n from generate_series(1, 200) n;
create table parent (a int); create table child (b text) inherits (parent);
insert into parent values (1); insert into child values (2, 'b');
create unlogged table scratch (a int); insert into scratch values (1);
create table references_by_name (what regclass, f regprocedure); insert into references_by_name values ('people', 'is_positive(numeric)');
-- short ones get where there was no room for a long one
create table ragged (n int, t text); alter table ragged alter t set storage plain; insert into ragged select n, repeat('ü', (n * 977) % 2000) from generate_series(1, 2000) n;
create table nothing (); insert into nothing default values;
create sequence odd increment by 3 start with 7 owned by people.balance; select nextval('odd'), nextval('odd');
create sequence fresh start 42;
create index people_lower on people (lower(mail::text)) where mood = 'froh';
create index people_tags on people using gin (tags);
create view people_view with (security_invoker = true) as select id, mail, (lives).street from people where mood = 'froh';
create materialized view counts as select mood, count(*) from people group by mood;
create unique index counts_mood on counts (mood);
create function touch() returns trigger language plpgsql as $$ begin new.born = '2001-01-01'; return new; end $$;
create trigger touch_people before insert or update on people for each row execute function touch();
alter table people enable row level security;
create policy own on people for select to authenticated using (mail::text = auth.email());
alter table people disable trigger touch_people;
grant select (id, mail), update on people to anon;
revoke insert on people from postgres;
create publication some_rows for table people (id, mail) where (id > 10);
create statistics people_stats on mood, born from people;
create rule no_child_delete as on delete to child do instead nothing;
create aggregate product(int) (sfunc = int4mul, stype = int, initcond = '1');
create collation german (provider = icu, locale = 'de-AT');
create table sorted (t text collate german primary key); insert into sorted values ('Ä'), ('z'), ('a');
create text search configuration simple_german (copy = simple);
alter database postgres set pgrst.db_schemas = 'public, api';
alter database postgres set statement_timeout = '61s';
comment on database postgres is 'Die Datenbank';
select lo_from_bytea(4242, convert_to(repeat('Großes Objekt', 5000), 'utf8')), lo_create(4243);
comment on large object 4242 is 'groß';
grant select on large object 4242 to anon;
create table doubled (a int); insert into doubled values (1), (1);
`

/**
 * Statements to run one at a time: an index that fails during concurrent writes stays behind as invalid, and a database can't be created in a
 * transaction.
 */
export const byThemselves = ['create unique index concurrently doubled_once on doubled (a)', `create database "Zweite" owner "Büro-Leitung"`]
