import { paths } from '../paths.ts'
import type { VisibleGroup } from './visible.ts'

/** The first key of every chord that opens a page. */
export const chordPrefix = 'g'
/** The second key must come within this. */
export const chordMs = 1_500

/** A page that two keys open: G, then this one. */
export interface Chord {
  readonly key: string
  readonly label: string
  readonly to: string
}

/** Pages that are everywhere. */
const generalChords: readonly Chord[] = [
  { key: 'p', label: 'All projects', to: paths.projects },
  { key: 'o', label: 'All organizations', to: paths.organizations },
  { key: 'a', label: 'Account preferences', to: paths.account },
]

/** The chords of where one is, and those of everywhere. */
export function chordsOf(menu: readonly VisibleGroup[]): readonly Chord[] {
  const here = menu.flatMap(({ entries }) => entries).flatMap(({ chord, label, to }) => (chord === null ? [] : [{ key: chord, label, to }]))
  return [...here, ...generalChords.filter(({ key }) => !here.some((chord) => chord.key === key))]
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey' | 'timeStamp'> & Partial<Pick<KeyboardEvent, 'code'>>

/** What a key press asks for. */
export type ShortcutAction = { readonly overlay: 'commands' | 'shortcuts' | 'editor' } | { readonly to: string } | null

/** Follows key presses and returns the action of each. Ignores typing in fields. */
export function createKeyReader(): (press: KeyPress, isTyping: boolean, chords: readonly Chord[]) => ShortcutAction {
  let prefixAt = Number.NEGATIVE_INFINITY
  return (press, isTyping, chords) => {
    const key = press.key.toLowerCase()
    if (key === 'k' && (press.metaKey || press.ctrlKey) && !press.altKey) return { overlay: 'commands' }
    // where the backslash takes another key to type, the key that has its place will do
    if ((key === '\\' || press.code === 'Backslash') && (press.metaKey || press.ctrlKey) && !press.altKey) return { overlay: 'editor' }
    if (isTyping || press.metaKey || press.ctrlKey || press.altKey) return null
    if (key === '?') return { overlay: 'shortcuts' }
    const isSecond = press.timeStamp - prefixAt <= chordMs
    prefixAt = !isSecond && key === chordPrefix ? press.timeStamp : Number.NEGATIVE_INFINITY
    const chord = isSecond ? chords.find((candidate) => candidate.key === key) : undefined
    return chord ? { to: chord.to } : null
  }
}
