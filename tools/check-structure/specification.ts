/** A file that may cite the specification, whatever it is written in. */
export interface CitingFile {
  readonly path: string
  readonly text: string
}

export const specificationPath = 'docs/specification.md'

const heading = /^## (\d+)\. /gm
const citation = /\bspec((?:,? (?:and )?§\d+(?:\.\d+)*)+)/g

/** Every "spec §4" names a section of docs/specification.md. */
export function checkSpecification(specification: string, files: readonly CitingFile[]): string[] {
  const sections = new Set(Array.from(specification.matchAll(heading), ([, number]) => number!))
  return files
    .filter(({ path }) => path !== specificationPath)
    .flatMap(({ path, text }) =>
      citedIn(text)
        .filter((section) => !sections.has(section))
        .map((section) => problem(path, section)),
    )
}

function citedIn(text: string): string[] {
  const cited = Array.from(text.matchAll(citation), ([, sections]) => sections!.match(/[\d.]+/g)!)
  return [...new Set(cited.flat())]
}

function problem(path: string, section: string): string {
  return `${path}: spec §${section} is no section of ${specificationPath}`
}
