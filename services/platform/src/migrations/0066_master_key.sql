-- which master key the sealed values are sealed with, by its identifier: another one in its place opens none of them
create table master_key (
  only_row boolean primary key default true check (only_row),
  key_id text not null
);
-- a sealed value says it: v1.<key id>.<text>
insert into master_key (key_id)
select split_part(sealed, '.', 2) from (
  select jwt_secret as sealed from project_secrets union all select sealed_secret from authenticators
  union all select sealed_secret from identity_providers union all select sealed_secret from webhooks
  union all select sealed_key from custom_domains where sealed_key is not null
) s limit 1;
