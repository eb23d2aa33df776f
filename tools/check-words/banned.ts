import type { Prose } from './prose.ts'

/** A phrase that STYLE.md rules out, and what to write instead. */
export interface Banned {
  readonly phrase: string
  readonly pattern: RegExp
  readonly instead: string
  /** Ruled out only in what the interface shows and documents say; fine in a comment. */
  readonly isFineInComments?: true
}

/** The list of STYLE.md, "Words". */
export const banned: readonly Banned[] = [
  { phrase: 'anew', pattern: /\banew\b/giu, instead: 'again, or re-create' },
  { phrase: 'any more', pattern: /\bany ?more\b/giu, instead: 'no longer' },
  { phrase: 'meanwhile', pattern: /\b(?:in the )?meanwhile\b/giu, instead: 'nothing: drop it' },
  { phrase: 'by itself', pattern: /\bby (?:itself|themselves)\b/giu, instead: 'automatically' },
  { phrase: 'is made', pattern: /\b(?:is|are|was|were|be|been|being) (?:re)?made\b(?! (?:of|up|from|by)\b)/giu, instead: 'is created' },
  { phrase: 'mend', pattern: /\bmend(?:s|ed|ing)?\b/giu, instead: 'fix' },
  { phrase: 'is told', pattern: /\b(?:is|are|was|were|be|been|being) told\b/giu, instead: 'is notified, or is shown' },
  { phrase: 'tells', pattern: /\btells\b/giu, instead: 'shows, notifies, or sends' },
  { phrase: 'leads to', pattern: /\bleads? to\b/giu, instead: 'opens' },
  { phrase: 'home of', pattern: /\bhome of (?:a|the|this) project\b/giu, instead: 'Overview' },
  { phrase: 'gives back', pattern: /\b(?:gives?|given|gave) back\b/giu, instead: 'returns' },
  { phrase: 'puts to sleep', pattern: /\bput(?:s|ting)? (?:\w+ ){0,2}to sleep\b/giu, instead: 'pauses when idle' },
  { phrase: 'has left', pattern: /\b(?:has|have|had) (?:left|gone)\b/giu, instead: 'was removed' },
  { phrase: 'whose', pattern: /\bwhose\b/giu, instead: 'the noun', isFineInComments: true },
  { phrase: 'of yours', pattern: /\bof (?:yours|ours|theirs)\b/giu, instead: 'your, our, their' },
  { phrase: 'of its own', pattern: /\bof (?:its|their|your|our) own\b(?! \p{L})/giu, instead: 'its own', isFineInComments: true },
  { phrase: 'takes memory', pattern: /\btakes? (?:\w+ )?memory\b/giu, instead: 'uses memory' },
  { phrase: 'is kept', pattern: /\b(?:is|are|be) kept\b/giu, instead: 'is retained, or is stored', isFineInComments: true },
  { phrase: 'not yours to', pattern: /\bnot yours to\b/giu, instead: 'you don’t have access' },
  { phrase: 'in all', pattern: /\bin all(?=[.,;:)]|$)/giu, instead: 'total' },
  { phrase: 'by hand', pattern: /\bby hand\b/giu, instead: 'manual, or yourself' },
  { phrase: 'carried over', pattern: /\bcarr(?:ied|ies|y) over\b/giu, instead: 'migrated' },
  { phrase: 'can not', pattern: /\bcan not\b/giu, instead: 'can’t in the interface, cannot in documents' },
  { phrase: 'who may', pattern: /\bwho may\b/giu, instead: 'anyone who can', isFineInComments: true },
  { phrase: 'is to be', pattern: /\b(?:is|are) to be\b/giu, instead: 'must, or will' },
  { phrase: 'somebody', pattern: /\b(?:some|any)body\b/giu, instead: 'someone, anyone, or who it is', isFineInComments: true },
  { phrase: 'whoever', pattern: /\bwho(?:so)?ever\b/giu, instead: 'anyone who', isFineInComments: true },
  { phrase: 'one’s own', pattern: /\bone[’']s own\b/giu, instead: 'your own' },
  { phrase: ', too', pattern: /, too(?=[.;)]|$)/giu, instead: 'also, before the verb' },
]

/** Returns what a piece of prose says that STYLE.md rules out. */
export function bannedIn({ text, kind }: Prose): readonly { readonly banned: Banned; readonly found: string }[] {
  return banned
    .filter(({ isFineInComments }) => kind !== 'comment' || isFineInComments !== true)
    .flatMap((entry) => [...text.matchAll(entry.pattern)].map(([found]) => ({ banned: entry, found })))
}
