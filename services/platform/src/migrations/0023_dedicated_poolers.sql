-- projects with a pooler of their own: what people want of it, and what is known to be done
create table dedicated_poolers (
  project_ref text primary key references projects on delete cascade,
  -- false until its ports are closed
  is_wanted boolean not null default true,
  pool_mode text not null default 'transaction' check (pool_mode in ('transaction', 'session')),
  -- where it listens, or did last: it is there again when the platform starts again, if nobody else is
  session_port integer,
  transaction_port integer,
  state text not null default 'TURNING_ON' check (state in ('TURNING_ON', 'ON', 'FAILED')),
  problem text
);
