alter table projects
  -- the poolers refuse what is not encrypted
  add column tls_required boolean not null default false,
  -- connections that transactions share, and clients of them, where somebody has chosen them; else by the compute size
  add column pool_size integer check (pool_size > 0),
  add column max_clients integer check (max_clients > 0);
