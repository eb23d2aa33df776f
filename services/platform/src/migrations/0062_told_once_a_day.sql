-- when members were told last that the records of a name stand so: "FINE", "ELSEWHERE" or "UNPROVEN"
alter table custom_domains add column told jsonb not null default '{}';
update custom_domains set told = jsonb_build_object(case when unproven_since is null then 'ELSEWHERE' else 'UNPROVEN' end, now()) where failures >= 2;
