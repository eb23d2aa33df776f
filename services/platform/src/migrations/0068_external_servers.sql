-- who runs a project's database server
alter table projects add column driver text not null default 'embedded' check (driver in ('embedded', 'external'));

-- how servers are reached that others run
create table external_servers (
  ref text primary key references projects on delete cascade,
  host text not null,
  port integer not null check (port between 1 and 65535),
  database text not null,
  username text not null,
  -- sealed
  password text not null,
  tls text not null check (tls in ('disable', 'require', 'verify-full'))
);
