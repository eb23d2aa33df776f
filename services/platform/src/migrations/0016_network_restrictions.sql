-- from where clients may connect through the poolers, as addresses and networks in CIDR notation; null is everywhere
alter table projects add column networks text[];
