/** A text with fields, in the order in which Tab visits them: `${name}`. */
export interface SqlSnippet {
  /** What is typed to find it. */
  readonly name: string
  readonly words: string
  readonly text: string
}

/** Whole statements with fields to fill in. */
export const sqlSnippets: readonly SqlSnippet[] = [
  {
    name: 'select',
    words: 'read rows from a table',
    text: 'select ${columns}\nfrom ${table}\nwhere ${condition}\norder by ${column}\nlimit ${100};',
  },
  { name: 'insert', words: 'add a row', text: 'insert into ${table} (${columns})\nvalues (${values})\nreturning *;' },
  { name: 'update', words: 'change rows', text: 'update ${table}\nset ${column} = ${value}\nwhere ${condition};' },
  {
    name: 'upsert',
    words: 'insert, or update an existing row',
    text: 'insert into ${table} (${key}, ${column})\nvalues (${values})\non conflict (${key}) do update\nset ${column} = excluded.${column}\nreturning *;',
  },
  { name: 'delete', words: 'remove rows', text: 'delete from ${table}\nwhere ${condition};' },
  { name: 'with', words: 'common table expression', text: 'with ${name} as (\n  select ${columns}\n  from ${table}\n)\nselect *\nfrom ${name};' },
  {
    name: 'create table',
    words: 'with row-level security and policies',
    text: `create table \${name} (
  id bigint primary key generated always as identity,
  user_id uuid not null default auth.uid(),
  \${title} text not null,
  created_at timestamptz not null default now()
);

alter table \${name} enable row level security;

create policy "Owners read their rows" on \${name}
  for select to authenticated using ((select auth.uid()) = user_id);

create policy "Owners write their rows" on \${name}
  for all to authenticated using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);`,
  },
  {
    name: 'create view',
    words: 'respects the policies of its tables',
    text: 'create view ${name} with (security_invoker = true) as\nselect ${columns}\nfrom ${table};',
  },
  {
    name: 'create function',
    words: 'in PL/pgSQL',
    text: `create or replace function \${name}(\${argument} \${text})
returns \${text}
language plpgsql
security invoker
set search_path = ''
as $$
begin
  \${return argument};
end;
$$;`,
  },
  {
    name: 'create trigger',
    words: 'with its function',
    text: `create or replace function \${function_name}()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  \${new.updated_at = now()};
  return new;
end;
$$;

create trigger \${trigger_name}
before update on \${table}
for each row execute function \${function_name}();`,
  },
  { name: 'create index', words: 'concurrently, without blocking writes', text: 'create index concurrently ${name} on ${table} (${column});' },
  {
    name: 'create policy',
    words: 'for row-level security',
    text: 'create policy "${name}" on ${table}\n  for ${select} to ${authenticated}\n  using (${condition});',
  },
  { name: 'create type', words: 'enum', text: "create type ${name} as enum ('${value}');" },
  { name: 'alter table', words: 'add a column', text: 'alter table ${table} add column ${name} ${text};' },
  { name: 'do', words: 'run a PL/pgSQL block', text: "do $$\nbegin\n  ${raise notice 'hello'};\nend;\n$$;" },
  { name: 'explain', words: 'show how a query runs', text: 'explain (analyze, buffers)\n${select 1};' },
  { name: 'transaction', words: 'commit all statements or none', text: 'begin;\n\n${select 1};\n\ncommit;' },
]
