import { paths } from '../paths.ts'

/** The page of another project that matches the current one (spec §2): the same part where it is not about one single thing. */
export function switchTarget(pathname: string, from: string, to: string): string {
  if (pathname.startsWith(paths.project.editor(from))) return paths.project.editor(to)
  if (pathname.startsWith(paths.project.sql(from, ''))) return paths.project.sql(to)
  return paths.project.home(to)
}
