import { expect, test, vi } from 'vitest'
import { createDraftStore, type DraftPlace } from './draft-store.ts'

const key = 'feedback-draft:somebody'

/** A browser of which several tabs can be opened. */
function browser() {
  const texts = new Map<string, string>()
  const blobs = new Map<string, Blob>()
  let made = 0
  const warn = vi.fn()
  const place: DraftPlace = {
    storage: {
      getItem: (name) => texts.get(name) ?? null,
      setItem: (name, value) => void texts.set(name, value),
      removeItem: (name) => void texts.delete(name),
    },
    pictures: {
      read: async (name) => blobs.get(name) ?? null,
      write: async (name, picture) => void blobs.set(name, picture),
      remove: async (name) => void blobs.delete(name),
    },
    warn,
    newKey: () => `picture-${(made += 1)}`,
  }
  return { texts, blobs, warn, place, tab: () => createDraftStore(key, place) }
}

test('what was written and attached is there after a reload', async () => {
  const { tab, warn } = browser()
  const before = tab()
  const picture = new Blob(['png'])
  before.write('It is fast')
  before.attach(picture)
  await before.settled()
  const after = tab()
  expect(after.get()).toEqual({ message: 'It is fast', picture: null, isSending: false })
  await after.settled()
  expect(after.get().picture).toBe(picture)
  expect(warn).not.toHaveBeenCalled()
})

test('what was sent is not kept', async () => {
  const { tab, texts, blobs } = browser()
  const store = tab()
  store.write('It is fast')
  store.attach(new Blob(['png']))
  store.clear()
  await store.settled()
  expect(store.get()).toEqual({ message: '', picture: null, isSending: false })
  expect([...texts, ...blobs]).toEqual([])
})

test('another picture takes the place of the first, and removing it removes it everywhere', async () => {
  const { tab, blobs } = browser()
  const [one, two] = [tab(), tab()]
  one.attach(new Blob(['first']))
  const second = new Blob(['second'])
  one.attach(second)
  await one.settled()
  expect([...blobs.values()]).toEqual([second])
  two.reload()
  await two.settled()
  expect(two.get().picture).toBe(second)
  one.attach(null)
  await one.settled()
  two.reload()
  expect(two.get().picture).toBeNull()
  expect(blobs.size).toBe(0)
})

test('two tabs show the same text', () => {
  const { tab } = browser()
  const [one, two] = [tab(), tab()]
  const listener = vi.fn()
  two.subscribe(listener)
  one.write('hello')
  two.reload()
  expect(two.get().message).toBe('hello')
  expect(listener).toHaveBeenCalled()
})

test('what is typed in any tab while a picture is being written costs none of them the picture', async () => {
  const { tab } = browser()
  const [one, two] = [tab(), tab()]
  const picture = new Blob(['png'])
  one.attach(picture)
  one.write('look')
  two.reload()
  await two.settled()
  two.write('look here')
  one.reload()
  expect(one.get()).toMatchObject({ message: 'look here', picture })
  await one.settled()
  two.reload()
  await two.settled()
  expect(two.get()).toMatchObject({ message: 'look here', picture })
})

test('a picture that comes late does not return after it was removed', async () => {
  const { tab } = browser()
  const before = tab()
  before.attach(new Blob(['png']))
  await before.settled()
  const after = tab()
  after.attach(null)
  await after.settled()
  expect(after.get().picture).toBeNull()
})

test('where the browser keeps nothing, that is logged and the draft lasts as long as the page (spec §8)', async () => {
  const { place, warn } = browser()
  const fail = () => {
    throw new Error('denied')
  }
  const reject = () => Promise.reject(new Error('denied'))
  const store = createDraftStore(key, {
    ...place,
    storage: { getItem: fail, setItem: fail, removeItem: fail },
    pictures: { read: reject, write: reject, remove: reject },
  })
  const picture = new Blob(['png'])
  store.write('still here')
  store.attach(picture)
  await store.settled()
  expect(store.get()).toEqual({ message: 'still here', picture, isSending: false })
  expect(warn).toHaveBeenCalledTimes(3)
})

test.each(['not json', '[]', '"text"', 'null', '{"message":1,"picture":{}}'])('what is kept and is no draft (%s) is no draft', (text) => {
  const { texts, tab } = browser()
  texts.set(key, text)
  expect(tab().get()).toEqual({ message: '', picture: null, isSending: false })
})
