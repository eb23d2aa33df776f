import { type SqlTemplate, text } from './sql-template.ts'

/** Small applications: tables, who may see what, and some rows. */
export const quickstarts: readonly SqlTemplate[] = [
  {
    id: 'todo-list',
    category: 'Quickstarts',
    title: 'Todo list',
    summary: 'Tasks of signed-in users. Everyone sees and edits only their own.',
    sql: text`
-- Todo list
create table todos (
  id bigint generated always as identity primary key,
  user_id uuid not null default auth.uid(),
  task text not null check (char_length(task) > 3),
  is_complete boolean not null default false,
  inserted_at timestamptz not null default now()
);

create index on todos (user_id);

alter table todos enable row level security;

create policy "People see their own todos" on todos
  for select to authenticated using (user_id = (select auth.uid()));
create policy "People write their own todos" on todos
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "People change their own todos" on todos
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "People delete their own todos" on todos
  for delete to authenticated using (user_id = (select auth.uid()));
`,
  },
  {
    id: 'chat',
    category: 'Quickstarts',
    title: 'Chat with rooms',
    summary: 'Rooms, their members, and messages that only members can read.',
    sql: text`
-- Chat with rooms
create table rooms (
  id bigint generated always as identity primary key,
  name text not null unique,
  inserted_at timestamptz not null default now()
);

create table room_members (
  room_id bigint not null references rooms on delete cascade,
  user_id uuid not null,
  joined_at timestamptz not null default now(),
  primary key (room_id, user_id)
);
create index on room_members (user_id);

create table messages (
  id bigint generated always as identity primary key,
  room_id bigint not null references rooms on delete cascade,
  user_id uuid not null default auth.uid(),
  body text not null check (body <> ''),
  inserted_at timestamptz not null default now()
);
create index on messages (room_id, inserted_at desc);

-- Used by the policies. It runs as its owner and sees all members, so the policies don't call themselves.
create function is_room_member(room bigint) returns boolean
  language sql stable security definer set search_path = ''
  return exists (select from public.room_members where room_id = room and user_id = (select auth.uid()));

alter table rooms enable row level security;
alter table room_members enable row level security;
alter table messages enable row level security;

create policy "Everybody signed in sees rooms" on rooms for select to authenticated using (true);
create policy "Members see members" on room_members for select to authenticated using (is_room_member(room_id));
create policy "People join rooms" on room_members for insert to authenticated with check (user_id = (select auth.uid()));
create policy "People leave rooms" on room_members for delete to authenticated using (user_id = (select auth.uid()));
create policy "Members read messages" on messages for select to authenticated using (is_room_member(room_id));
create policy "Members write messages" on messages
  for insert to authenticated with check (user_id = (select auth.uid()) and is_room_member(room_id));

insert into rooms (name) values ('General'), ('Random');
`,
  },
  {
    id: 'countries',
    category: 'Quickstarts',
    title: 'Countries',
    summary: 'A public table of countries with ISO codes and continents.',
    sql: text`
-- Countries
create type continent as enum ('Africa', 'Antarctica', 'Asia', 'Europe', 'North America', 'Oceania', 'South America');

create table countries (
  iso2 char(2) primary key,
  iso3 char(3) not null unique,
  name text not null,
  continent continent not null
);

insert into countries (iso2, iso3, name, continent) values
  ('AR', 'ARG', 'Argentina', 'South America'), ('AU', 'AUS', 'Australia', 'Oceania'), ('BR', 'BRA', 'Brazil', 'South America'),
  ('CA', 'CAN', 'Canada', 'North America'), ('CL', 'CHL', 'Chile', 'South America'), ('CN', 'CHN', 'China', 'Asia'),
  ('DE', 'DEU', 'Germany', 'Europe'), ('DK', 'DNK', 'Denmark', 'Europe'), ('EG', 'EGY', 'Egypt', 'Africa'),
  ('ES', 'ESP', 'Spain', 'Europe'), ('FI', 'FIN', 'Finland', 'Europe'), ('FR', 'FRA', 'France', 'Europe'),
  ('GB', 'GBR', 'United Kingdom', 'Europe'), ('GH', 'GHA', 'Ghana', 'Africa'), ('IN', 'IND', 'India', 'Asia'),
  ('IT', 'ITA', 'Italy', 'Europe'), ('JP', 'JPN', 'Japan', 'Asia'), ('KE', 'KEN', 'Kenya', 'Africa'),
  ('KR', 'KOR', 'South Korea', 'Asia'), ('MX', 'MEX', 'Mexico', 'North America'), ('NG', 'NGA', 'Nigeria', 'Africa'),
  ('NO', 'NOR', 'Norway', 'Europe'), ('NZ', 'NZL', 'New Zealand', 'Oceania'), ('PL', 'POL', 'Poland', 'Europe'),
  ('SE', 'SWE', 'Sweden', 'Europe'), ('US', 'USA', 'United States', 'North America'), ('ZA', 'ZAF', 'South Africa', 'Africa');

alter table countries enable row level security;
create policy "Everybody reads countries" on countries for select to anon, authenticated using (true);

select continent, count(*) as countries from countries group by continent order by continent;
`,
  },
  {
    id: 'billing',
    category: 'Quickstarts',
    title: 'Subscriptions and billing',
    summary: 'Customers, products, prices and subscriptions, as payment providers model them. Users read their own, and the server writes.',
    sql: text`
-- Subscriptions and billing
create type price_interval as enum ('day', 'week', 'month', 'year');
create type subscription_status as enum ('trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled', 'incomplete');

create table customers (
  user_id uuid primary key,
  -- the id at the payment provider
  provider_id text unique
);

create table products (
  id text primary key,
  name text not null,
  description text,
  is_active boolean not null default true
);

create table prices (
  id text primary key,
  product_id text not null references products,
  currency char(3) not null check (currency = upper(currency)),
  -- in the smallest currency unit, to avoid rounding
  unit_amount bigint not null check (unit_amount >= 0),
  interval price_interval,
  is_active boolean not null default true
);
create index on prices (product_id);

create table subscriptions (
  id text primary key,
  user_id uuid not null,
  price_id text not null references prices,
  status subscription_status not null,
  quantity integer not null default 1 check (quantity > 0),
  period_starts_at timestamptz not null default now(),
  period_ends_at timestamptz not null,
  canceled_at timestamptz,
  check (period_ends_at > period_starts_at)
);
create index on subscriptions (user_id);
create index on subscriptions (price_id);

alter table customers enable row level security;
alter table products enable row level security;
alter table prices enable row level security;
alter table subscriptions enable row level security;

create policy "Everybody reads products" on products for select to anon, authenticated using (is_active);
create policy "Everybody reads prices" on prices for select to anon, authenticated using (is_active);
create policy "People read their own subscriptions" on subscriptions
  for select to authenticated using (user_id = (select auth.uid()));
-- no policy on customers: only the server, as service_role, can read and write it
`,
  },
  {
    id: 'audit-log',
    category: 'Quickstarts',
    title: 'Audit log',
    summary: 'One table that records who changed which row of any table, with the row before and after.',
    sql: text`
-- Audit log
create schema audit;

create table audit.changes (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  user_id uuid,
  db_role text not null,
  relation regclass not null,
  action text not null check (action in ('INSERT', 'UPDATE', 'DELETE')),
  old_row jsonb,
  new_row jsonb
);
create index on audit.changes (relation, at desc);

create function audit.keep_change() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into audit.changes (user_id, db_role, relation, action, old_row, new_row) values (
    auth.uid(), session_user, tg_relid, tg_op,
    case when tg_op <> 'INSERT' then to_jsonb(old) end,
    case when tg_op <> 'DELETE' then to_jsonb(new) end
  );
  return null;
end
$$;

-- Audit a table: repeat for each one
create table notes (id bigint generated always as identity primary key, body text not null);
alter table notes enable row level security;
create trigger audit after insert or update or delete on notes for each row execute function audit.keep_change();

insert into notes (body) values ('first');
update notes set body = 'changed' where id = 1;
select at, action, relation, old_row, new_row from audit.changes order by id;
`,
  },
  {
    id: 'full-text-search',
    category: 'Quickstarts',
    title: 'Full-text search',
    summary: 'Articles with a generated search column, an index, and a query that ranks results and highlights matches.',
    sql: text`
-- Full-text search
create table articles (
  id bigint generated always as identity primary key,
  title text not null,
  body text not null,
  -- words in the title rank higher than words in the body
  search tsvector generated always as (
    setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', body), 'B')
  ) stored
);
create index on articles using gin (search);

alter table articles enable row level security;
create policy "Everybody reads articles" on articles for select to anon, authenticated using (true);

insert into articles (title, body) values
  ('Columns of stone', 'Greek temples stand on columns that were carved where they stand.'),
  ('Storing columns', 'A database that stores rows by columns reads fewer pages for sums.'),
  ('Gardens', 'Nothing about any of that.');

select
  title,
  ts_rank(search, query) as rank,
  ts_headline('english', body, query, 'StartSel=**, StopSel=**') as found
from articles, websearch_to_tsquery('english', 'column stone or page') as query
where search @@ query
order by rank desc;
`,
  },
  {
    id: 'vectors',
    category: 'Quickstarts',
    title: 'Vector similarity search',
    summary: 'Documents with embeddings, a nearest-neighbor index, and a search function.',
    extension: 'vector',
    sql: text`
-- Vector similarity search
create extension if not exists vector with schema extensions;

create table documents (
  id bigint generated always as identity primary key,
  content text not null,
  -- match the number of dimensions of your model
  embedding extensions.vector(3) not null
);
create index on documents using hnsw (embedding extensions.vector_cosine_ops);
alter table documents enable row level security;

insert into documents (content, embedding) values
  ('north', '[0, 1, 0]'), ('east', '[1, 0, 0]'), ('north-east', '[0.7, 0.7, 0]');

create function match_documents(query extensions.vector(3), max_rows integer default 10)
  returns table (id bigint, content text, similarity double precision)
  language sql stable
as $$
  select d.id, d.content, 1 - (d.embedding operator(extensions.<=>) query)
  from public.documents d
  order by d.embedding operator(extensions.<=>) query
  limit max_rows
$$;

select * from match_documents('[0.1, 0.9, 0]', 2);
`,
  },
]
