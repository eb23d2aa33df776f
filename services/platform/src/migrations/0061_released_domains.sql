-- when a name that nothing had proved for too long stopped leading to its project; null where it does, or never did
alter table custom_domains add column released_at timestamptz;
