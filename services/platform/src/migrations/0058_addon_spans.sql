-- which add-ons a project had from when to when: they are billed by the second. Written with every change, by whomever
create table addon_spans (
  id bigint generated always as identity primary key,
  project_ref text not null references projects on delete cascade,
  -- of each a project has one variant at a time: 'compute_instance', 'pitr', 'custom_domain', 'ipv4'
  type text not null,
  -- the variant, as usage calls it: 'ci_small', 'pitr_7', 'custom_domain', 'ipv4'. The smallest size is there too, and costs nothing
  addon text not null,
  from_at timestamptz not null,
  -- null while it is on; where the project is removed meanwhile, its removal is the end
  to_at timestamptz check (to_at >= from_at)
);
create unique index addon_spans_open on addon_spans (project_ref, type) where to_at is null;
create index addon_spans_project on addon_spans (project_ref, type, to_at);
create index addon_spans_age on addon_spans (to_at);

-- of what there is nobody knows since when, this is since when it counts: in doubt for who pays
insert into addon_spans (project_ref, type, addon, from_at)
select ref, 'compute_instance', 'ci_' || compute, clock_timestamp() from projects
union all
select project_ref, 'pitr', 'pitr_' || days, turned_on_at from recovery_windows where is_wanted
union all
select project_ref, 'custom_domain', 'custom_domain', verified_at from custom_domains where verified_at is not null
union all
select project_ref, 'ipv4', 'ipv4', clock_timestamp() from dedicated_poolers where is_wanted;

-- Ends what a project had of a type, and begins what it has now, in the same moment; null: nothing.
create function note_addon(of_project text, of_type text, now_addon text) returns void language plpgsql as $$
declare
  moment timestamptz;
begin
  -- the time is taken only then: who counts an hour waits for those who have, so none writes into an hour that was counted
  lock table addon_spans in row exclusive mode;
  -- where the clock was set back, it stands until it has come there again: no two variants have the same second
  select greatest(clock_timestamp(), max(coalesce(to_at, from_at))) into moment from addon_spans where project_ref = of_project and type = of_type;
  update addon_spans set to_at = moment where project_ref = of_project and type = of_type and to_at is null;
  if now_addon is not null then
    insert into addon_spans (project_ref, type, addon, from_at) values (of_project, of_type, now_addon, moment);
  end if;
end
$$;

create function note_compute() returns trigger language plpgsql as $$
begin
  perform note_addon(new.ref, 'compute_instance', 'ci_' || new.compute);
  return null;
end
$$;
create trigger projects_note_compute after insert on projects for each row execute function note_compute();
create trigger projects_note_compute_change after update of compute on projects for each row
  when (old.compute <> new.compute) execute function note_compute();

create function note_pitr() returns trigger language plpgsql as $$
begin
  perform note_addon(coalesce(new.project_ref, old.project_ref), 'pitr', case when new.is_wanted then 'pitr_' || new.days end);
  return null;
end
$$;
create trigger recovery_windows_note_addon after insert or delete on recovery_windows for each row execute function note_pitr();
create trigger recovery_windows_note_addon_change after update of is_wanted, days on recovery_windows for each row
  when (old.is_wanted <> new.is_wanted or old.days <> new.days) execute function note_pitr();

create function note_custom_domain() returns trigger language plpgsql as $$
begin
  perform note_addon(coalesce(new.project_ref, old.project_ref), 'custom_domain', case when new.verified_at is not null then 'custom_domain' end);
  return null;
end
$$;
create trigger custom_domains_note_addon after insert or delete on custom_domains for each row execute function note_custom_domain();
create trigger custom_domains_note_addon_change after update of verified_at on custom_domains for each row
  when ((old.verified_at is null) <> (new.verified_at is null)) execute function note_custom_domain();

create function note_dedicated_pooler() returns trigger language plpgsql as $$
begin
  perform note_addon(coalesce(new.project_ref, old.project_ref), 'ipv4', case when new.is_wanted then 'ipv4' end);
  return null;
end
$$;
create trigger dedicated_poolers_note_addon after insert or delete on dedicated_poolers for each row execute function note_dedicated_pooler();
create trigger dedicated_poolers_note_addon_change after update of is_wanted on dedicated_poolers for each row
  when (old.is_wanted <> new.is_wanted) execute function note_dedicated_pooler();
