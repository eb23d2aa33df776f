import { format } from '@colonnade/pg-meta'

/** A first table, ready to be changed and run. */
export function tableTemplate(schema: string): string {
  return `create table ${format.ident(schema)}.notes (
  id bigint generated always as identity primary key,
  title text not null,
  body text,
  created_at timestamptz not null default now()
);
`
}
