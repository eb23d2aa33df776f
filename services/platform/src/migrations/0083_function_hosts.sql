-- the only hosts that a function can connect to, besides its own project; null for any on the internet
alter table functions add column allowed_hosts text[];
