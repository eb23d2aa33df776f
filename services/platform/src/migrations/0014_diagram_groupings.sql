-- a diagram whose tables stand in groups has places of its own
alter table diagram_places add column grouping text not null default 'none';
alter table diagram_places drop constraint diagram_places_pkey, add primary key (project_ref, schema_name, grouping, table_schema, table_name);
