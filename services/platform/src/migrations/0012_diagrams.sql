-- where people put tables in the diagrams of a project's schemas
create table diagram_places (
  project_ref text not null references projects on delete cascade,
  -- the diagram's; the table may be of another one that it refers to
  schema_name text not null,
  table_schema text not null,
  table_name text not null,
  x double precision not null,
  y double precision not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (project_ref, schema_name, table_schema, table_name)
);
