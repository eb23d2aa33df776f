-- who can log in to a project that sleeps, with their password verifiers, sealed: a client shows its password before the project is woken for it
alter table project_sleeps add column logins text;

-- and not longer, however a sleep ends
create function forget_logins() returns trigger language plpgsql as $$
begin
  new.logins := null;
  return new;
end $$;
create trigger forget_logins before update on project_sleeps for each row when (new.woken_at is not null) execute function forget_logins();
