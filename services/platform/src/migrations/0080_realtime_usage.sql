-- connections of realtime have peaks, as those of the database do
create or replace function add_usage_to_days() returns trigger language plpgsql as $$
begin
  insert into usage_days as d (organization_id, metric, day, project_ref, quantity)
  select organization_id, metric, ((ends_at - interval '1 microsecond') at time zone 'UTC')::date, project_ref,
    case when metric in ('connections', 'realtime_peak_connections') then max(quantity) else sum(quantity) end
  from added group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (organization_id, metric, day, project_ref) do update
    set quantity = case when excluded.metric in ('connections', 'realtime_peak_connections') then greatest(d.quantity, excluded.quantity)
      else d.quantity + excluded.quantity end;
  insert into usage_totals as d (organization_id, metric, day, quantity)
  select organization_id, metric, ((ends_at - interval '1 microsecond') at time zone 'UTC')::date,
    case when metric in ('connections', 'realtime_peak_connections') then max(quantity) else sum(quantity) end
  from added group by 1, 2, 3 order by 1, 2, 3
  on conflict (organization_id, metric, day) do update
    set quantity = case when excluded.metric in ('connections', 'realtime_peak_connections') then greatest(d.quantity, excluded.quantity)
      else d.quantity + excluded.quantity end;
  return null;
end
$$;
