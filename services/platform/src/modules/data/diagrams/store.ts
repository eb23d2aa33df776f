import type { DiagramPlace, diagramGroupings } from '@colonnade/contracts/data/diagrams'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

/** Identifies a diagram of a project. */
export interface Diagram {
  readonly schema: string
  readonly grouping: (typeof diagramGroupings)[number]
}

export function listPlaces(db: Queryable, ref: string, { schema, grouping }: Diagram): Promise<DiagramPlace[]> {
  return db.rows<DiagramPlace>(sql`
    select table_schema, table_name as table, x, y from diagram_places
    where project_ref = ${ref} and schema_name = ${schema} and grouping = ${grouping} order by table_schema, table_name`)
}

/** Uses the last position of a table that is named twice. */
export async function upsertPlaces(db: Queryable, ref: string, { schema, grouping }: Diagram, places: readonly DiagramPlace[]): Promise<void> {
  await db.run(sql`
    insert into diagram_places (project_ref, schema_name, grouping, table_schema, table_name, x, y)
    select distinct on (p.value ->> 'table_schema', p.value ->> 'table')
      ${ref}, ${schema}, ${grouping}, p.value ->> 'table_schema', p.value ->> 'table', (p.value ->> 'x')::float8, (p.value ->> 'y')::float8
    from jsonb_array_elements(${JSON.stringify(places)}::jsonb) with ordinality p (value, number)
    order by p.value ->> 'table_schema', p.value ->> 'table', p.number desc
    on conflict (project_ref, schema_name, grouping, table_schema, table_name) do update set x = excluded.x, y = excluded.y, updated_at = clock_timestamp()`)
}

/** Deletes all but that many, keeping the latest. */
export async function prunePlaces(db: Queryable, ref: string, kept: number): Promise<void> {
  await db.run(sql`
    delete from diagram_places p using (
      select schema_name, grouping, table_schema, table_name from diagram_places where project_ref = ${ref}
      order by updated_at desc, schema_name, grouping, table_schema, table_name offset ${kept}
    ) old
    where p.project_ref = ${ref} and p.schema_name = old.schema_name and p.grouping = old.grouping
      and p.table_schema = old.table_schema and p.table_name = old.table_name`)
}

export async function deletePlaces(db: Queryable, ref: string, { schema, grouping }: Diagram): Promise<void> {
  await db.run(sql`delete from diagram_places where project_ref = ${ref} and schema_name = ${schema} and grouping = ${grouping}`)
}
