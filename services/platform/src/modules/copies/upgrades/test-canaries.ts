/**
 * Returns objects of every kind that can carry a project's code, owned by `postgres` and by a role with few rights. Their code fails
 * if it runs in a superuser's session, or as anyone but its owner.
 */
export const canaries = `
create role keeper nologin noinherit;
grant keeper to postgres with inherit true, set true;
create schema kept authorization keeper;
create table targets (id int primary key);
insert into targets values (1);
grant references on targets to keeper;
create function canary(owner name) returns boolean language plpgsql immutable as $$
begin
  if current_user <> owner or (select rolsuper from pg_catalog.pg_roles where rolname = session_user) then
    raise exception 'a canary of % ran as % in a session of %', owner, current_user, session_user;
  end if;
  return true;
end $$;
${planted('public', 'postgres')}
set role keeper;
${planted('kept', 'keeper')}
create materialized view kept.looked_up as select public.canary('keeper'), id from kept.referring;
reset role;
revoke references on targets from keeper;
revoke usage on schema kept from keeper;
revoke create on schema kept from keeper;
create table ${JSON.stringify('a\n; create role intruder superuser; --')} (a int);
comment on table ${JSON.stringify('a\n; create role intruder superuser; --')} is e'\\n; create role intruder superuser; --';
create table looped (a int);
create function whole(looped) returns boolean language plpgsql as $$ begin return public.canary('postgres'); end $$;
insert into looped values (1);
alter table looped add constraint whole check (whole(looped.*)) not valid;
create function by_row(int) returns boolean language plpgsql immutable as $$ begin perform 1 from public.rowwise; return public.canary('postgres'); end $$;
create domain judged as int check (by_row(value));
create table rowwise (a int, check ((a::judged) is not null));
insert into rowwise values (1);
`

function planted(schema: string, owner: string): string {
  const canary = `public.canary('${owner}')`
  return `
create type ${schema}.rank as enum ('1');
create function ${schema}.number(${schema}.rank) returns int language plpgsql immutable as $$ begin perform ${canary}; return 1; end $$;
create cast (${schema}.rank as int) with function ${schema}.number(${schema}.rank) as implicit;
create domain ${schema}.ranked as ${schema}.rank;
create table ${schema}.ranks (id int primary key);
insert into ${schema}.ranks values (1);
create table ${schema}.referring (id ${schema}.ranked references ${schema}.ranks, target int references public.targets);
insert into ${schema}.referring values ('1', 1);
create domain ${schema}.small as int default 1 check (value < 10 and ${canary});
create type ${schema}.pair as (a ${schema}.small, b int);
create function ${schema}.plus(${schema}.small, int) returns ${schema}.small language sql as 'select $1 + $2';
create aggregate ${schema}.summed(int) (sfunc = ${schema}.plus, stype = ${schema}.small, initcond = '1');
create function ${schema}.same(int, int) returns boolean language sql immutable return $1 = $2 and ${canary};
create operator ${schema}.=== (leftarg = int, rightarg = int, function = ${schema}.same, commutator = operator(${schema}.===));
create function ${schema}.difference(float8, float8) returns float8 language plpgsql immutable as $$ begin perform ${canary}; return $1 - $2; end $$;
create type ${schema}.span as range (subtype = float8, subtype_diff = ${schema}.difference);
create function ${schema}.fills() returns trigger language plpgsql as $$ begin perform ${canary}; return new; end $$;
create table ${schema}.nest (
  a int default (case when ${canary} then 1 end) check (${canary}) check (a operator(${schema}.===) a),
  b ${schema}.small, c ${schema}.small[], d ${schema}.pair, e ${schema}.span,
  f boolean generated always as (${canary}) stored, g int generated always as (a + (${canary})::int) stored,
  exclude using btree (a with =) where (${canary})
);
insert into ${schema}.nest (b, c, d, e) select 1, '{2}', '(3,4)', ${schema}.span(n, n + 1) from generate_series(1, 1) n;
create index on ${schema}.nest ((${canary}::int + a)) where ${canary};
create statistics ${schema}.nest_statistics on (a + 1), (${canary}::int + a) from ${schema}.nest;
create trigger fills before insert or update or truncate on ${schema}.nest execute function ${schema}.fills();
create trigger fills_each before insert on ${schema}.nest for each row when (${canary}) execute function ${schema}.fills();
alter table ${schema}.nest enable always trigger fills;
alter table ${schema}.nest enable always trigger fills_each;
create policy own on ${schema}.nest using (${canary}) with check (${canary});
alter table ${schema}.nest enable row level security;
create view ${schema}.seen as select ${canary} as is_safe, a from ${schema}.nest;
create rule logged as on update to ${schema}.nest do also select ${canary};
create materialized view ${schema}.counted as select ${canary} as is_safe, a from ${schema}.nest;
create index on ${schema}.counted ((${canary}::int + a));
create table ${schema}.by_domain (a ${schema}.small) partition by list (a);
create table ${schema}.by_domain_1 partition of ${schema}.by_domain for values in (1);
create table ${schema}.by_expression (a int) partition by list ((${canary}::int + a));
create table ${schema}.by_expression_2 partition of ${schema}.by_expression for values in (2);
insert into ${schema}.by_domain values (1); insert into ${schema}.by_expression values (1);
create function ${schema}.given(a int default (case when ${canary} then 1 end)) returns int language sql begin atomic select a where ${canary}; end;
`
}
