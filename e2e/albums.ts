import type { Dashboard } from './dashboard.ts'

/** The ref of a new project, "Chinook", with a table "album" of one row. */
export async function createAlbums(dashboard: Dashboard): Promise<string> {
  const ref = await dashboard.project('Chinook')
  await dashboard.api.queries.run({
    params: { ref },
    body: { query: "create table album (id int primary key, title text); insert into album values (1, 'Big Ones')" },
  })
  return ref
}
