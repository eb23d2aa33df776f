-- The publication that existing SQL of the ecosystem adds tables to. It is the project's own: its owner may have made it before.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    set local role postgres;
    create publication supabase_realtime;
    reset role;
  end if;
end
$$;
