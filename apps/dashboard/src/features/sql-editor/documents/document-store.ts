import type { Snippet, SnippetChart, SnippetDetails } from '@colonnade/contracts/data/snippets'
import { type AppError, isAppError, toAppError } from '@colonnade/core'
import { saveDelayMs, saveRetryMs } from '../limits.ts'
import { type PageMessage, tellPages } from './between-pages.ts'
import { nameAfter, untitled } from './document-name.ts'
import { type Base, compareSaved, type DocumentState, isSameDocument, type OpenDocument, opened, type SaveState } from './document-state.ts'
import { type DocumentKey, keepLocal, type LocalDocument, readLocal } from './local/local-document.ts'
import { LocalKeeper } from './local/local-keeper.ts'
import { createSnippet, retrieveSnippet, type SnippetChange, updateSnippet } from './saved-text.ts'
import { sendable } from './sendable.ts'
import { tellSaved } from './saved-news.ts'

/**
 * One text of a project. What is written is kept in the browser first and saved on the server soon after; it outlives the page that shows it,
 * and nothing that was written is thrown away unless a person says so.
 */
export class SqlDocumentStore {
  readonly key: DocumentKey
  readonly #listeners = new Set<() => void>()
  readonly #readers = new Set<(text: string) => void>()
  readonly #keeper: LocalKeeper
  #state: DocumentState = { kind: 'opening' }
  #text = ''
  #base: Base | null = null
  #sent: string | null = null
  /** Given by a person, before it is saved the first time. */
  #name: string | null = null
  #isTouched = false
  /** Chosen here and not saved; undefined for as it is saved. */
  #chart: SnippetChart | null | undefined
  /** What is saved next is a version of its own. */
  #isVersionDue = false
  /** It may have been changed elsewhere since it was last heard of. */
  #isDoubted = false
  #opening: Promise<void> | undefined
  #saving: Promise<void> | undefined
  #saveTimer: ReturnType<typeof setTimeout> | undefined
  #retryMs: number = saveRetryMs.first

  constructor(key: DocumentKey) {
    this.key = key
    this.#keeper = new LocalKeeper(key, {
      row: () => this.#row,
      isDirty: () => this.#isDirty,
      onKept: (isKept) => this.#shown.isLost === isKept && this.#show({ isLost: !isKept }),
    })
  }

  readonly get = (): DocumentState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Called with texts that were not typed in the editor that shows it. */
  onText(reader: (text: string) => void): () => void {
    this.#readers.add(reader)
    return () => this.#readers.delete(reader)
  }

  get text(): string {
    return this.#text
  }

  /** It was typed or run, and not only handed over. */
  get isTouched(): boolean {
    return this.#isTouched
  }

  /** Reads it: what is kept here first, then what is saved. A text that is new is empty when nothing is kept of it. */
  open(isNew = false): Promise<void> {
    if (this.#isDoubted) void this.#look()
    return (this.#opening ??= this.#open(isNew))
  }

  /** Reads it again after a failure. */
  async reopen(): Promise<void> {
    this.#set({ kind: 'opening' })
    this.#opening = undefined
    await this.open()
  }

  async #open(isNew: boolean): Promise<void> {
    const row = await readLocal(this.key)
    if (row !== null) {
      this.#text = row.text
      this.#base = row.base
      this.#sent = row.sent
      this.#name = row.name
      this.#isTouched = row.isTouched
    }
    const isFromHere = isNew || row !== null
    if (isFromHere) this.#show({})
    if (row === null ? isNew : row.base === null && row.sent === null) return this.#scheduleSave()
    try {
      this.#meet(await retrieveSnippet(this.key))
    } catch (thrown) {
      const error = toAppError(thrown)
      const isMissing = error.code === 'snippet_not_found'
      if (!isFromHere) return this.#set(isMissing ? { kind: 'missing' } : { kind: 'failed', error })
      if (isMissing && this.#base !== null) this.#show({ save: { kind: 'gone' } })
      else this.#scheduleSave()
    }
  }

  /** Typed in the editor. */
  write(text: string): void {
    if (text === this.#text) return
    this.#text = text
    this.#isTouched = true
    this.#keeper.keepSoon()
    const { save } = this.#shown
    this.#show(save.kind === 'refused' ? { save: { kind: 'idle' } } : {})
    this.#scheduleSave()
  }

  /** A version that is restored, or the way back from it. */
  restore(text: string): void {
    this.#isVersionDue = true
    for (const reader of this.#readers) reader(text)
    this.write(text)
    void this.save()
  }

  /**
   * Begins a new text with one that was handed over; it is saved only when it is changed or run.
   *
   * @returns whether the browser keeps it
   */
  async fill(
    text: string,
    { name = null, isTouched = false }: { readonly name?: string | null; readonly isTouched?: boolean } = {},
  ): Promise<boolean> {
    this.#text = text
    this.#name = name
    this.#isTouched = isTouched
    for (const reader of this.#readers) reader(text)
    this.#show({})
    this.#scheduleSave()
    return keepLocal(this.#row)
  }

  /** It is run: from now on it is saved. */
  touch(): void {
    this.#isTouched = true
    void this.save()
  }

  /** How its result is drawn from now on; saved with the text. */
  draw(chart: SnippetChart | null): void {
    this.#chart = chart
    this.#show({})
    this.#scheduleSave()
  }

  /** A name for it; of a saved one, on the server. @throws AppError */
  async rename(name: string): Promise<void> {
    if (this.#base === null) {
      this.#name = name
      this.#isTouched = true
      this.#keeper.keepSoon()
      this.#show({})
      await this.save()
      return
    }
    await this.save()
    const snippet = await this.#rewrite({ name })
    this.#take(snippet)
    this.#announce(snippet)
  }

  /** Saves it now. The state shows what can't be saved. */
  save(): Promise<void> {
    clearTimeout(this.#saveTimer)
    return (this.#saving ??= this.#saveAll().finally(() => (this.#saving = undefined)))
  }

  async #saveAll(): Promise<void> {
    await this.#opening
    while (this.#isDue()) {
      const text = this.#text
      const chart = this.#chart
      this.#sent = text
      this.#show({ save: { kind: 'saving' } })
      try {
        const change = { content: sendable(text), ...(chart !== undefined && { chart }) }
        const snippet = await (this.#base === null ? createSnippet(this.key, this.#name, change) : this.#rewrite(change))
        this.#retryMs = saveRetryMs.first
        this.#isVersionDue = false
        if (this.#chart === chart) this.#chart = undefined
        this.#show({ save: { kind: 'idle' } })
        this.#take(snippet)
        this.#announce(snippet)
      } catch (thrown) {
        const save = await this.#saveStateAfter(toAppError(thrown))
        this.#show({ save })
        if (save.kind !== 'idle') return
      }
    }
  }

  #isDue(): boolean {
    const state = this.#state
    if (state.kind !== 'open' || state.snippet?.is_writable === false) return false
    const isTextDue = this.#isTouched && this.#isDirty
    const isChartDue = this.#chart !== undefined && this.#base !== null
    if (!isTextDue && !isChartDue) return false
    return state.save.kind === 'idle' || state.save.kind === 'delayed'
  }

  #rewrite(change: SnippetChange): Promise<SnippetDetails> {
    const { version, content } = this.#base!
    const name = change.name ?? nameAfter(this.#shown.snippet, content, change.content)
    return updateSnippet(this.key, version, { ...change, ...(name !== undefined && { name }) }, this.#isVersionDue)
  }

  async #saveStateAfter(error: AppError): Promise<SaveState> {
    if (error.code === 'snippet_not_found') return { kind: 'gone' }
    if (error.code === 'snippet_changed') return this.#stateAgainst(error.details['current'] as SnippetDetails)
    if (error.code === 'snippet_exists') {
      try {
        return this.#stateAgainst(await retrieveSnippet(this.key))
      } catch (thrown) {
        return this.#saveStateAfter(toAppError(thrown))
      }
    }
    if (!error.retryable) return { kind: 'refused', error }
    setTimeout(() => void this.save(), this.#retryMs)
    this.#retryMs = Math.min(this.#retryMs * 2, saveRetryMs.last)
    return { kind: 'delayed', error }
  }

  #stateAgainst(theirs: SnippetDetails): SaveState {
    const verdict = compareSaved(this.#text, { base: this.#base, sent: this.#sent }, theirs)
    if (verdict === 'conflict') return { kind: 'conflict', theirs }
    this.#take(theirs)
    if (verdict === 'theirs') this.#showText(theirs.content)
    return { kind: 'idle' }
  }

  /** What is saved is known: the text here follows it, or stands against it. */
  #meet(theirs: SnippetDetails): void {
    if (this.#state.kind !== 'open') {
      this.#text = theirs.content
      this.#base = theirs
    }
    this.#show({ save: this.#stateAgainst(theirs) })
    this.#scheduleSave()
  }

  /** The library, or another page, knows a later state of it. */
  async notice(snippet: Pick<Snippet, 'id' | 'version' | 'updated_at'> & Partial<Snippet>): Promise<void> {
    // the answer that is under way may be of before it
    while (this.#saving !== undefined) await this.#saving
    const state = this.#state
    if (state.kind !== 'open' || state.snippet === null || this.#base === null) return
    if (snippet.version > this.#base.version) await this.#look()
    else if (snippet.version === this.#base.version) this.#show({ snippet: { ...state.snippet, ...snippet } })
  }

  /** It may have been changed elsewhere without a word to this page. Not looked at, it is asked for once it is. */
  async doubt(): Promise<void> {
    await this.save()
    if (this.#state.kind !== 'open' || this.#base === null) return
    this.#isDoubted = true
    if (this.#readers.size > 0) await this.#look()
  }

  /** What is saved now. Where nobody answers, the doubt stays. */
  async #look(): Promise<void> {
    try {
      const theirs = await retrieveSnippet(this.key)
      this.#isDoubted = false
      // a save in progress returns the current version, and this one may be older
      if (this.#saving === undefined && theirs.version >= (this.#base?.version ?? 0)) this.#meet(theirs)
    } catch (thrown) {
      if (isAppError(thrown, 'snippet_not_found')) this.#show({ save: { kind: 'gone' } })
    }
  }

  /** In a conflict: what is here goes over what is there. */
  async keepMine(merged?: string): Promise<void> {
    const { save } = this.#shown
    if (save.kind !== 'conflict') return
    this.#base = save.theirs
    this.#isVersionDue = true
    if (merged !== undefined) this.#showText(merged)
    this.#show({ snippet: save.theirs, save: { kind: 'idle' } })
    this.#keeper.keepSoon()
    await this.save()
  }

  /** In a conflict: what is there comes in place of what is here. */
  takeTheirs(): void {
    const { save } = this.#shown
    if (save.kind !== 'conflict') return
    this.#showText(save.theirs.content)
    this.#show({ save: { kind: 'idle' } })
    this.#take(save.theirs)
  }

  /** Forgets what is kept of it here; for a text that was deleted, or that nobody wants. */
  discard(): void {
    clearTimeout(this.#saveTimer)
    this.#isTouched = false
    this.#keeper.forget()
    this.#set({ kind: 'missing' })
  }

  /** The page is about to close or is no longer visible. */
  keepNow(): void {
    if (this.#state.kind !== 'open' || !this.#isDirty) return
    // what is due is being sent at this moment, and the answer will find nobody
    this.#keeper.keepNow({ ...this.#row, sent: this.#isDue() ? this.#text : this.#sent })
  }

  /** Another page of this browser reports a change. */
  hear(message: PageMessage): void {
    if (this.#state.kind !== 'open') return
    if (message.kind === 'discarded') return this.#show({ save: { kind: 'gone' } })
    if (message.kind === 'saved') return this.#take(message.snippet)
    // what is being typed here is reported in a moment and replaces it
    if (this.#keeper.isDue) return
    this.#isTouched = true
    this.#showText(message.text)
    this.#show({})
    // the other page saves it; this one, should that one be closed before
    this.#scheduleSave(3 * saveDelayMs)
  }

  get #isDirty(): boolean {
    return this.#base === null ? this.#text.trim() !== '' : this.#text !== this.#base.content
  }

  get #row(): LocalDocument {
    const base = this.#base && { version: this.#base.version, content: this.#base.content }
    return { ...this.key, text: this.#text, name: this.#name, base, sent: this.#sent, isTouched: this.#isTouched, editedAt: Date.now() }
  }

  get #shown(): OpenDocument {
    return this.#state.kind === 'open' ? this.#state : opened
  }

  #showText(text: string): void {
    this.#text = text
    for (const reader of this.#readers) reader(text)
  }

  /** What is saved is now this. */
  #take(snippet: SnippetDetails): void {
    this.#base = { version: snippet.version, content: snippet.content }
    this.#sent = null
    this.#show({ snippet })
    if (!this.#isDirty) this.#keeper.forget()
  }

  #announce(snippet: SnippetDetails): void {
    tellPages({ ...this.key, kind: 'saved', snippet })
    tellSaved(this.key.ref, snippet)
  }

  #scheduleSave(delayMs = saveDelayMs): void {
    clearTimeout(this.#saveTimer)
    this.#saveTimer = setTimeout(() => void this.save(), delayMs)
  }

  #show(change: Partial<Pick<OpenDocument, 'snippet' | 'save' | 'isLost'>>): void {
    const shown = { ...this.#shown, ...change }
    const name = shown.snippet?.name ?? this.#name ?? untitled
    const chart = this.#chart === undefined ? (shown.snippet?.chart ?? null) : this.#chart
    const next: OpenDocument = { ...shown, kind: 'open', isNew: this.#base === null, isDirty: this.#isDirty, name, chart }
    const current = this.#state
    // with each key press: most change nothing that anybody shows
    if (current.kind === 'open' && isSameDocument(current, next)) return
    this.#set(next)
  }

  #set(state: DocumentState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
